//===- Scope.cpp - Bindings at a point of a kernel --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values loops carry for the tensors that they change.
//
//===----------------------------------------------------------------------===//

#include "Scope.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

level::BuilderType TensorState::getBuilderType() const {
  return builder ? cast<level::BuilderType>(builder.getType()) : nullptr;
}

/// The values of a tensor that loops carry, of a state that may be const. No
/// loop changes the value of a scalar while entries are counted.
template <typename StateT>
static auto getCarriedValues(StateT &tensor, bool counting) {
  auto *value = tensor.scalar ? &tensor.scalar : &tensor.builder;
  SmallVector<decltype(value), 3> values;
  if (!counting || !tensor.scalar)
    values.push_back(value);
  if (tensor.presence)
    values.push_back(&tensor.presence);
  if (tensor.counter)
    values.push_back(&tensor.counter);
  if (tensor.runParent)
    values.append({&tensor.runParent, &tensor.runBegin});
  if (tensor.table)
    values.push_back(&tensor.table);
  return values;
}

SmallVector<Value> Scope::getCarried(Operation *statement) const {
  SmallVector<Value> carried;
  statement->walk([&](cin::AssignOp assign) {
    TensorState tensor = getTensor(assign.getRef());
    // Scalars are values, which are not needed to count, unless they may be
    // absent.
    if (counting && !tensor.builder && !tensor.presence)
      return;
    if (tensor.getMutable() && !llvm::is_contained(carried, assign.getRef()))
      carried.push_back(assign.getRef());
  });
  return carried;
}

SmallVector<Value> Scope::getStates(ArrayRef<Value> carried) const {
  SmallVector<Value> states;
  for (Value ref : carried)
    for (const Value *value :
         getCarriedValues(tensors.find(ref)->second, counting))
      states.push_back(*value);
  return states;
}

void Scope::setStates(ArrayRef<Value> carried, ValueRange states) {
  auto state = states.begin();
  for (Value ref : carried)
    for (Value *value : getCarriedValues(tensors.find(ref)->second, counting))
      *value = *state++;
}
