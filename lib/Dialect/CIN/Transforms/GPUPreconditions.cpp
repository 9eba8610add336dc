//===- GPUPreconditions.cpp - Preconditions of GPU units --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They look at foralls and formats alone.
//
//===----------------------------------------------------------------------===//

#include "GPUPreconditions.h"

#include "ScalarFills.h"
#include "ScheduleRules.h"

#include "weft/Analysis/IndexedTensor.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;
using analysis::IndexedTensor;

std::pair<AccessOp, level::LevelTypeAttrInterface>
cin::findStored(ForallOp forall) {
  std::pair<AccessOp, level::LevelTypeAttrInterface> found;
  forall.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels()))
      if (llvm::is_contained(tensor.getForalls(level), forall.getVariable()) &&
          !isDense(tensor.getLevelType(level)))
        found = {access, tensor.getLevelType(level)};
  });
  return found;
}

/// Whether a number is zero.
static bool isZero(Attribute number) {
  if (auto real = dyn_cast_if_present<FloatAttr>(number))
    return real.getValue().isZero();
  auto integer = dyn_cast_if_present<IntegerAttr>(number);
  return integer && integer.getValue().isZero();
}

bool cin::skipsAbsent(AccessOp access, AssignOp assign) {
  ScalarFills fills;
  if (!fills.annihilates(access, assign))
    return false;
  Attribute fill = fills.getFill(assign.getValue());
  return assign.isCompound()
             ? fill == getCombinerIdentity(assign.getCombiner(),
                                           assign.getIdentityAttr())
             : isZero(fill);
}

bool cin::hasTiles(ForallOp forall) {
  auto [access, type] = findStored(forall);
  return !access || type.hasLocate() ||
         (type.hasPositionIterate() && type.isUnique() && type.isCompact());
}

bool cin::combinesInThreads(AssignOp assign) {
  Operation *combiner =
      assign.isCompound() ? getSimpleCombinerOp(assign.getCombiner()) : nullptr;
  return combiner &&
         isa<arith::ArithDialect, complex::ComplexDialect>(
             combiner->getDialect()) &&
         isCombinerAssociative(assign.getCombiner()) &&
         isCombinerCommutative(assign.getCombiner());
}

bool cin::combinesByInstructions(AssignOp assign) {
  Type type = analysis::getTensorType(assign.getRef()).getElementType();
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64 &&
         combinesInThreads(assign);
}

bool cin::isRounded(AssignOp assign) {
  return !analysis::getTensorType(assign.getRef())
              .getElementType()
              .isIntOrIndex();
}

bool cin::isCounted(ForallOp counted) {
  SmallVector<AssignOp> assigns = getAssigns(counted);
  unsigned numStored = 0;
  bool isSimple = true;
  counted.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    for (int64_t level : llvm::seq(tensor.getNumLevels())) {
      if (!llvm::is_contained(tensor.getForalls(level), counted.getVariable()))
        continue;
      level::LevelTypeAttrInterface type = tensor.getLevelType(level);
      if (isDense(type))
        continue;
      ++numStored;
      isSimple &= tensor.getVariable(level) == counted.getVariable() &&
                  (type.isUnique() || (type.isOrdered() && type.isCompact())) &&
                  llvm::all_of(assigns, [&](AssignOp assign) {
                    return skipsAbsent(access, assign);
                  });
    }
  });
  return numStored == 0 || (numStored == 1 && isSimple && assigns.size() == 1);
}

ForallOp cin::findInnerSum(ForallOp forall, bool strict) {
  SmallVector<ForallOp> sums;
  forall.walk([&](ForallOp inner) {
    SmallVector<AssignOp> assigns = getAssigns(inner);
    if (inner == forall || assigns.size() != 1)
      return;
    AssignOp assign = assigns.front();
    bool isScalar =
        analysis::getTensorType(assign.getRef()).getRank() == 0 &&
        !isa<KernelOp>(assign.getRef().getParentBlock()->getParentOp());
    if (isScalar && assign->getParentOfType<ForallOp>() == inner &&
        isCounted(inner) && combinesInThreads(assign) &&
        !(strict && isRounded(assign)))
      sums.push_back(inner);
  });
  return sums.size() == 1 ? sums.front() : ForallOp();
}

/// Whether a target has a place for each component, and none of a variable.
static bool isTargetOf(AssignOp assign, Value variable) {
  level::FormatAttr format = analysis::getFormat(assign.getRef());
  return (!format || format.isAllDense()) &&
         llvm::none_of(assign.getIndices(), [&](Value index) {
           return isDerivedFrom(index, variable);
         });
}

AccessOp cin::findEntries(ArrayRef<ForallOp> nest) {
  ForallOp sum = nest.back();
  AssignOp assign = getAssigns(sum).front();
  if (nest.size() < 2 || !isTargetOf(assign, sum.getVariable()) ||
      assign.getIndices().empty())
    return {};
  SmallVector<Value> variables = llvm::map_to_vector(
      nest, [](ForallOp forall) -> Value { return forall.getVariable(); });
  AccessOp found;
  sum.walk([&](AccessOp access) {
    IndexedTensor tensor(access);
    unsigned numLevels = tensor.getNumLevels();
    if (found || numLevels != nest.size() || !skipsAbsent(access, assign))
      return;
    bool isInOrder =
        llvm::all_of(llvm::seq<unsigned>(0, numLevels), [&](unsigned level) {
          level::LevelTypeAttrInterface type = tensor.getLevelType(level);
          return tensor.getVariable(level) == variables[level] &&
                 type.isUnique() && type.isOrdered() && type.isCompact();
        });
    level::LevelTypeAttrInterface last = tensor.getLevelType(numLevels - 1);
    if (isInOrder && last.hasPositionIterate() && !last.isBranchless())
      found = access;
  });
  return found;
}
