//===- LaunchReasons.cpp - Launches of a kernel on a GPU --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says of each nest of loops that units of a GPU run how many blocks it has and
// what mapped it there, and of device code how many threads a block has and how
// much memory they share.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "weft/Dialect/CIN/IR/Requests.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
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
    nest.loop = forall.getName();
    nest.isOfBlocks = forall.getUnit() == cin::ParallelUnit::GPUBlock;
    if (auto around = forall->getParentOfType<cin::ForallOp>())
      nest.around = around.getName();
    SmallVector<std::string> units;
    forall.walk<WalkOrder::PreOrder>([&](cin::ForallOp inner) {
      if (StringRef unit = getUnitName(inner); !unit.empty())
        units.push_back((unit + " run " + inner.getName()).str());
    });
    nest.mapping =
        llvm::join(units, ", ") + ", " + explainMapping(kernel, nest.loop);
    nests.push_back(std::move(nest));
  });
  return nests;
}

std::string weft::explain::describeLaunch(const LaunchNest &nest,
                                          StringRef blocks) {
  std::string line = nest.loop + ": ";
  line +=
      !nest.isOfBlocks || blocks == "1" ? "1 block" : blocks.str() + " blocks";
  if (!nest.around.empty())
    line += nest.isOfBlocks ? " in all iterations of " + nest.around
                            : " in each iteration of " + nest.around;
  return line + "; " + nest.mapping;
}

//===----------------------------------------------------------------------===//
// Device code
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
        << type.getNumElements() << " " << type.getElementType();
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

SmallVector<std::string> weft::explain::describeDeviceCode(Operation *root) {
  SmallVector<std::string> lines;
  root->walk([&](gpu::LaunchFuncOp launch) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    std::string line = launch.getKernelName().str() + ": blocks of " +
                       getBlockText(launch) + " threads";
    if (kernel)
      line += ", " + getSharedText(kernel);
    if (!llvm::is_contained(lines, line))
      lines.push_back(std::move(line));
  });
  return lines;
}
