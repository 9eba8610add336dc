//===- LaunchReasons.cpp - Launches of a kernel on a GPU --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the launches of a function: how many blocks and threads a launch has,
// how much memory the threads of a block share, and which loops it runs and
// what mapped these to units, or which array it initializes.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::explain;

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// The units of a GPU that run a forall, in words; empty if none does.
static StringRef getUnitName(cin::ForallOp forall) {
  std::optional<cin::ParallelUnit> unit = forall.getUnit();
  if (unit == cin::ParallelUnit::GPUBlock)
    return "blocks";
  if (unit == cin::ParallelUnit::GPUWarp)
    return "warps";
  return unit == cin::ParallelUnit::GPUThread ? "threads" : "";
}

/// The forall around another one that units of a GPU run, or null.
static cin::ForallOp getMappedParent(cin::ForallOp forall) {
  auto parent = forall->getParentOfType<cin::ForallOp>();
  while (parent && getUnitName(parent).empty())
    parent = parent->getParentOfType<cin::ForallOp>();
  return parent;
}

/// What mapped a loop to units of a GPU.
static std::string explainMapping(cin::KernelOp kernel, StringRef loop) {
  auto chosen = kernel->getAttrOfType<ArrayAttr>(cin::kChosenAttr);
  if (!chosen)
    return "as the schedule says";
  for (auto choice : chosen.getAsRange<cin::ChoiceAttr>())
    for (StringRef opening : {"(", "."})
      if (choice.getCommands().contains((opening + loop + ",GPU").str()))
        return "by default, since " + describeRule(choice);
  return "as the schedule says";
}

SmallVector<LaunchNest> weft::explain::findLaunches(cin::KernelOp kernel) {
  SmallVector<LaunchNest> nests;
  kernel.walk<WalkOrder::PreOrder>([&](cin::ForallOp forall) {
    if (getUnitName(forall).empty() || getMappedParent(forall))
      return;
    LaunchNest nest;
    nest.isOfBlocks = forall.getUnit() == cin::ParallelUnit::GPUBlock;
    if (auto around = forall->getParentOfType<cin::ForallOp>())
      nest.around = around.getName();
    SmallVector<std::string> units;
    forall.walk<WalkOrder::PreOrder>([&](cin::ForallOp inner) {
      StringRef unit = getUnitName(inner);
      if (unit.empty())
        return;
      nest.loops.push_back(inner.getName().str());
      units.push_back((unit + " run " + inner.getName()).str());
    });
    nest.mapping = llvm::join(units, ", ") + ", " +
                   explainMapping(kernel, nest.loops.front());
    nests.push_back(std::move(nest));
  });
  return nests;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The memory that the threads of a block share, in bytes and by array.
static std::string getSharedText(gpu::GPUFuncOp kernel) {
  DataLayout layout = DataLayout::closest(kernel);
  int64_t bytes = 0;
  SmallVector<std::string> arrays;
  for (BlockArgument array : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(array.getType());
    bytes += type.getNumElements() *
             static_cast<int64_t>(layout.getTypeSize(type.getElementType()));
    std::string text;
    llvm::raw_string_ostream(text)
        << type.getNumElements() << " elements of type "
        << type.getElementType();
    arrays.push_back(std::move(text));
  }
  if (bytes == 0)
    return "no shared memory";
  return std::to_string(bytes) + " bytes of shared memory for " +
         llvm::join(arrays, " and ");
}

/// The sizes of a block, as `32 by 8`; sizes of one are left out behind others.
static std::string getBlockText(gpu::LaunchFuncOp launch) {
  SmallVector<std::string> sizes;
  for (Value size : {launch.getBlockSizeX(), launch.getBlockSizeY(),
                     launch.getBlockSizeZ()}) {
    std::optional<int64_t> number = getConstantIntValue(size);
    sizes.push_back(number ? std::to_string(*number) : "?");
  }
  while (sizes.size() > 1 && sizes.back() == "1")
    sizes.pop_back();
  return llvm::join(sizes, " by ");
}

/// Whether the kernel of a launch is named after a loop of a nest
/// (lib/GPU/LaunchNames.h): as the function, the loop, and those in it.
static bool isNamedAfter(StringRef kernel, StringRef function,
                         const LaunchNest &nest) {
  if (!kernel.consume_front(function) || !kernel.consume_front("_"))
    return false;
  return llvm::any_of(nest.loops, [&](std::string loop) {
    for (char &character : loop)
      if (!llvm::isAlnum(character))
        character = '_';
    StringRef rest = kernel;
    return rest.consume_front(loop) && (rest.empty() || rest.front() == '_');
  });
}

/// The nest that a launch runs: `next` or one behind it, else the last one
/// before. Null if there is none.
static const LaunchNest *findNest(StringRef kernel, StringRef function,
                                  ArrayRef<LaunchNest> nests, size_t &next) {
  auto fits = [&](const LaunchNest &nest) {
    return isNamedAfter(kernel, function, nest);
  };
  const LaunchNest *nest = llvm::find_if(nests.drop_front(next), fits);
  if (nest != nests.end()) {
    next = nest - nests.begin() + 1;
    return nest;
  }
  while (nest != nests.begin())
    if (fits(*--nest))
      return nest;
  // Loops without names are in their order, too.
  if (next != nests.size() && kernel.starts_with((function + "_kernel").str()))
    return &nests[next++];
  return nullptr;
}

namespace {
/// What is said of a launch. In `8 blocks of 32 threads in all iterations of
/// i`, `8 blocks` and ` in all iterations of i` differ between nests and fills.
struct LaunchText {
  std::string blocks, extent, purpose;
};
} // namespace

/// The array that a launch without loops of the kernel initializes.
static std::string getFilledText(gpu::LaunchFuncOp launch,
                                 FunctionOpInterface function) {
  for (Value operand : launch.getKernelOperands())
    if (isa<MemRefType>(operand.getType()))
      if (StringRef tensor = getTensorName(operand, function); !tensor.empty())
        return "initializes " + tensor.str();
  return "initializes a temporary array";
}

/// Describes a launch that fills an array, each block a tile of it.
static LaunchText describeFill(gpu::LaunchFuncOp launch,
                               FunctionOpInterface function) {
  LaunchText text{"blocks", "", getFilledText(launch, function)};
  Value size = launch.getGridSizeX();
  if (auto positive = size.getDefiningOp<arith::MaxSIOp>())
    size = positive.getLhs();
  auto tiles = size.getDefiningOp<arith::CeilDivUIOp>();
  std::optional<int64_t> tile =
      tiles ? getConstantIntValue(tiles.getRhs()) : std::nullopt;
  if (std::optional<int64_t> number = getConstantIntValue(size)) {
    text.blocks =
        std::to_string(*number) + (*number == 1 ? " block" : " blocks");
  } else if (tile) {
    text.blocks = "1 block";
    text.extent = " for each " + std::to_string(*tile) + " elements";
  }
  if (launch->getParentOfType<LoopLikeOpInterface>())
    text.extent += " in each iteration of the loop around";
  return text;
}

/// Describes a launch that runs a nest.
static LaunchText describeNest(const LaunchNest &nest) {
  LaunchText text{"blocks", "", nest.mapping};
  bool isOne = !nest.isOfBlocks || nest.blocks == "1";
  if (isOne)
    text.blocks = "1 block";
  else if (!nest.blocks.empty())
    text.blocks = nest.blocks + " blocks";
  if (nest.around.empty())
    return text;
  bool isTotal = !isOne && !nest.blocks.empty();
  text.extent =
      (isTotal ? " in all iterations of " : " in each iteration of ") +
      nest.around;
  return text;
}

/// Describes the launches of a function from `next` on, and those of functions
/// that it calls.
static void describeLaunches(FunctionOpInterface function,
                             ArrayRef<LaunchNest> nests, size_t &next,
                             SmallVectorImpl<std::string> &lines) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op))
      if (auto callee =
              dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable()))
        describeLaunches(callee, nests, next, lines);
    auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
    if (!launch)
      return;
    auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    StringRef name = launch.getKernelModuleName().getValue();
    const LaunchNest *nest = findNest(
        name, SymbolTable::getSymbolName(function).getValue(), nests, next);
    LaunchText text =
        nest ? describeNest(*nest) : describeFill(launch, function);
    lines.push_back(name.str() + ": " + text.blocks + " of " +
                    getBlockText(launch) + " threads" + text.extent +
                    (kernel ? ", " + getSharedText(kernel) : "") + "; " +
                    text.purpose);
  });
}

SmallVector<std::string>
weft::explain::describeLaunches(FunctionOpInterface function,
                                ArrayRef<LaunchNest> nests) {
  SmallVector<std::string> lines;
  size_t next = 0;
  ::describeLaunches(function, nests, next, lines);
  return lines;
}
