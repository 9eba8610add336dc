//===- KernelNames.cpp - Names of tensors and index variables ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the names that the user gave to tensors, and makes up the others. The
// names of workspaces are unique among workspaces only, so that they may have
// to give way to those of tensors.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/KernelNames.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/AffineIndex.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

/// The name that the user gave to a tensor; null if there is none.
static StringAttr getGivenName(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && argument.getOwner()->isEntryBlock()
               ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                       kTensorNameAttr)
               : StringAttr();
  }
  for (OpOperand &use : tensor.getUses()) {
    Operation *user = use.getOwner();
    auto function = dyn_cast<FunctionOpInterface>(user->getParentOp());
    if (!function || !user->hasTrait<OpTrait::ReturnLike>() ||
        use.getOperandNumber() >= function.getNumResults())
      continue;
    if (auto name = function.getResultAttrOfType<StringAttr>(
            use.getOperandNumber(), kTensorNameAttr))
      return name;
  }
  return {};
}

/// The number of a tensor among those of the function. Tensors without
/// components of their own, which only give a result its size, do not count.
static unsigned getTensorNumber(Value tensor) {
  Operation *scope = tensor.getParentRegion()->getParentOp();
  if (auto function =
          tensor.getParentRegion()->getParentOfType<FunctionOpInterface>())
    scope = function;
  unsigned number = 0;
  auto visit = [&](ValueRange values) {
    for (Value value : values) {
      if (value == tensor)
        return WalkResult::interrupt();
      number += isa<RankedTensorType>(value.getType());
    }
    return WalkResult::advance();
  };
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
    if (op != scope && !isa<tensor::EmptyOp>(op) &&
        visit(op->getResults()).wasInterrupted())
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (visit(block.getArguments()).wasInterrupted())
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return number;
}

std::string weft::analysis::getTensorName(Value tensor) {
  if (StringAttr name = getGivenName(tensor))
    return name.str();
  return "T" + std::to_string(getTensorNumber(tensor));
}

KernelNames::KernelNames(cin::KernelOp kernel) {
  llvm::StringSet<> taken;
  auto add = [&](Value ref, Value tensor) {
    std::string name = getTensorName(tensor);
    taken.insert(name);
    tensors[ref] = std::move(name);
  };
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getInputRefs(), kernel.getInputs()))
    add(ref, tensor);
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getOutputRefs(), kernel.getResults()))
    add(ref, tensor);
  kernel.walk([&](cin::WhereOp where) {
    std::string name = where.getName().str();
    for (unsigned copy = 1; !taken.insert(name).second; ++copy)
      name = (where.getName() + Twine(copy)).str();
    tensors[where.getProducerRef()] = name;
    tensors[where.getConsumerRef()] = name;
  });
}

StringRef KernelNames::getTensor(Value ref) const {
  auto name = tensors.find(ref);
  return name == tensors.end() ? StringRef("?") : StringRef(name->second);
}

std::string KernelNames::getIndex(Value variable) const {
  if (auto argument = dyn_cast<BlockArgument>(variable)) {
    auto forall = dyn_cast<cin::ForallOp>(argument.getOwner()->getParentOp());
    return forall ? forall.getName().str() : "?";
  }
  return llvm::TypeSwitch<Operation *, std::string>(variable.getDefiningOp())
      .Case<cin::SplitOp, cin::PositionOp>(
          [](auto op) { return op.getName().str(); })
      .Case([](cin::LiteralOp literal) {
        return std::to_string(literal.getCoordinate());
      })
      .Case([&](cin::AffineOp affine) {
        return printAffineIndex(affine.getVariables(), affine.getFactors(),
                                affine.getConstant(),
                                [&](Value of) { return getIndex(of); });
      })
      .Case([&](cin::CollapseOp collapse) {
        return (variable == collapse.getOuter() ? collapse.getOuterName()
                                                : collapse.getInnerName())
            .str();
      })
      .Default([](Operation *) -> std::string { return "?"; });
}
