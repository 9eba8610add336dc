//===- DerivedPreconditions.cpp - Preconditions of derived variables ------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each reason to refuse a derivation.
//
//===----------------------------------------------------------------------===//

#include "DerivedPreconditions.h"

#include "DerivedSpace.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Checks that a variable, which numbers what `op` derives from it, is bound by
/// foralls and is nothing else: it has no coordinates to index with.
static LogicalResult verifyNumber(Operation *op, Value number) {
  if (!isa<BlockArgument>(number) && !number.getDefiningOp<cin::SplitOp>() &&
      !number.getDefiningOp<cin::CollapseOp>() &&
      !number.getDefiningOp<cin::PositionOp>())
    return op->emitOpError("expected a variable that foralls bind");
  for (Operation *user : number.getUsers())
    if (user != op && !isa<cin::GuardOp>(user))
      return op->emitOpError("expected a variable that nothing else uses")
                 .attachNote(user->getLoc())
             << "it is used here";
  return success();
}

/// Whether a variable is a part of one that was split.
static bool isPart(Value variable) {
  return llvm::any_of(variable.getUsers(),
                      [](Operation *user) { return isa<cin::SplitOp>(user); });
}

/// Whether a tensor stores a variable, or one of the same extent, in
/// coordinates of 32 bits, or in an array that has a place for each coordinate.
static bool isStoredSmall(const IndexedTensor &tensor, Value variable) {
  level::FormatAttr format = tensor.getFormat();
  return llvm::any_of(llvm::seq(tensor.getNumLevels()), [&](int64_t level) {
    // The slot of an entry that is assigned is no index.
    if (format.getLevelExpr(level).dim >=
        static_cast<int64_t>(tensor.variables.size()))
      return false;
    Value stored = tensor.getVariable(level);
    return stored && cin::getModeExtent(stored) &&
           cin::getModeExtent(stored) == cin::getModeExtent(variable) &&
           (format.getLevelType(level).isFull() ||
            format.getCrdWidths()[level] <= 32);
  });
}

/// Whether a dense tensor has a component for each combination of variables, or
/// of others of the same extents.
static bool hasCombinations(const IndexedTensor &tensor,
                            ArrayRef<Value> variables) {
  if (!tensor.getFormat().isAllDense())
    return false;
  SmallVector<Value> extents;
  for (Value variable : tensor.variables)
    if (variable && cin::getModeExtent(variable))
      extents.push_back(cin::getModeExtent(variable));
  return llvm::all_of(variables, [&](Value variable) {
    auto *it = llvm::find(extents, cin::getModeExtent(variable));
    if (it == extents.end())
      return false;
    extents.erase(it);
    return true;
  });
}

bool cin_to_lattice::fitsNumber(ArrayRef<Value> variables,
                                const KernelInfo &info) {
  SmallVector<IndexedTensor> tensors(info.getPaths());
  for (cin::AssignOp assign : info.getAssigns())
    tensors.emplace_back(assign);
  if (llvm::any_of(tensors, [&](const IndexedTensor &tensor) {
        return hasCombinations(tensor, variables);
      }))
    return true;
  return variables.size() <= 2 && llvm::all_of(variables, [&](Value variable) {
           return llvm::any_of(tensors, [&](const IndexedTensor &tensor) {
             return isStoredSmall(tensor, variable);
           });
         });
}

LogicalResult cin_to_lattice::verifyCollapse(cin::CollapseOp collapse,
                                             const KernelInfo &info) {
  Value number = collapse.getCollapsed();
  if (failed(verifyNumber(collapse, number)))
    return failure();
  for (Value variable : collapse.getResults())
    if (isa_and_nonnull<cin::PositionOp>(info.getDerivation(variable)))
      return collapse.emitOpError("cannot combine positions with coordinates, "
                                  "whose number would differ "
                                  "from one to the next");
  // How many combinations there are must not depend on where that is asked.
  SmallVector<Value, 2> variables = cin::getCollapsedVariables(number);
  if (number.getDefiningOp<cin::SplitOp>() && llvm::any_of(variables, isPart))
    return collapse.emitOpError("cannot split a combination with a part of a "
                                "variable that was split");
  if (number.getDefiningOp<cin::SplitOp>() && !fitsNumber(variables, info))
    return collapse.emitOpError("cannot split a combination of which there may "
                                "be more than 64 bits number; count positions "
                                "instead");
  for (cin::SplitOp split : info.getSplits())
    if (llvm::count_if(variables, [&](Value variable) {
          return cin::isDerivedFrom(split.getVariable(), variable);
        }) > 1)
      return collapse.emitOpError("cannot combine two parts of '")
             << split.getName() << "'";
  return success();
}

LogicalResult cin_to_lattice::verifyPosition(cin::PositionOp position,
                                             const KernelInfo &info) {
  Value number = position.getPosition();
  if (failed(verifyNumber(position, number)))
    return failure();
  StringRef name = info.getName(position.getRef());
  if (number.getDefiningOp<cin::CollapseOp>() ||
      number.getDefiningOp<cin::PositionOp>())
    return position.emitOpError("expected a position that foralls bind");
  std::optional<unsigned> path = info.getPath(position);
  if (!path)
    return position.emitOpError("expected an access of ")
           << name << " at the coordinates of its positions";
  level::FormatAttr format = getFormat(position.getRef());
  auto types = llvm::map_to_vector(position.getLevels(), [&](int64_t level) {
    return format.getLevelType(level);
  });
  std::string problem = lattice::findWalkProblem(types, /*byPositions=*/true);
  if (!problem.empty())
    return position.emitOpError("cannot iterate over the positions of ")
           << name << ": " << problem;
  for (level::LevelTypeAttrInterface type : types)
    if (!type.isCompact())
      return position.emitOpError("cannot iterate over the positions of ")
             << name << ": those of its level type " << type
             << " need not have coordinates";
  if (number.getDefiningOp<cin::SplitOp>() && !types.back().isUnique())
    return position.emitOpError("cannot split the positions of ")
           << name << ": its level type " << types.back()
           << " may store a coordinate several times, on both sides of a cut";
  return success();
}
