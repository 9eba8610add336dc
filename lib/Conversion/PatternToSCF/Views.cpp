//===- Views.cpp - Environments and views of memory -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What values and positions are in a function, and arrays that stand in memory.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

Nat Environment::resolve(Nat nat) const {
  for (const Scope *scope = this; scope; scope = scope->parent.get())
    for (const auto &position : scope->positions)
      nat = nat.substitute(position.first(), position.second);
  return nat;
}

Type Environment::resolve(Type type) const {
  for (const Scope *scope = this; scope; scope = scope->parent.get())
    for (const auto &position : scope->positions)
      type = substitute(type, position.first(), position.second);
  return type;
}

ViewRef Evaluator::viewMemory(const MemoryView &view, Type type,
                              const Nat &address, Location loc) {
  if (auto array = dyn_cast<ArrayType>(type))
    return makeArray([=](const Nat &position) {
      nats.notePosition(position, array.getLength());
      MemoryView inner = view;
      if (inner.source && inner.source->type == array && address.isZero())
        inner.source->position = position;
      return viewMemory(inner, array.getElementAt(position),
                        address + getOffset(array, position), loc);
    });
  if (auto pair = dyn_cast<PairType>(type)) {
    // Coordinates are packed with components.
    MemoryView first, second;
    first.memory = second.memory = view.memory;
    first.bound = view.bound;
    Nat behind = address + getSize(pair.getFirst());
    return makePair(viewMemory(first, pair.getFirst(), address, loc),
                    viewMemory(second, pair.getSecond(), behind, loc));
  }
  auto scalar = std::make_shared<View>();
  scalar->scalar = [=] {
    return loadScalar(builder, loc, view.memory, nats.emitAddress(loc, address),
                      type);
  };
  scalar->bound = view.bound;
  scalar->source = view.source;
  return scalar;
}

ViewRef Evaluator::viewMemory(Value memory, Type type, const Nat &address,
                              Location loc) {
  MemoryView view;
  view.memory = memory;
  return viewMemory(view, type, address, loc);
}

ViewRef Evaluator::viewOperand(Value memory, Type type, Location loc,
                               std::optional<Nat> bound) {
  MemoryView view;
  view.memory = memory;
  view.bound = std::move(bound);
  if (auto array = dyn_cast<ArrayType>(type))
    view.source = IndexSource{memory, array, 0};
  return viewMemory(view, type, 0, loc);
}

void Evaluator::store(ViewRef view, Type type, Value memory, const Nat &address,
                      Location loc) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    iterate(view, array, {}, loc, Order::Any,
            [&](const Nat &position, ViewRef element, Values) -> Values {
              nats.notePosition(position, array.getLength());
              store(element, array.getElementAt(position), memory,
                    address + getOffset(array, position), loc);
              return {};
            });
  } else if (auto pair = dyn_cast<PairType>(type)) {
    store(view->first, pair.getFirst(), memory, address, loc);
    store(view->second, pair.getSecond(), memory,
          address + getSize(pair.getFirst()), loc);
  } else {
    Value scalar = view->scalar();
    storeScalar(builder, loc, scalar, memory, nats.emitAddress(loc, address));
  }
}

Evaluator::Values Evaluator::flatten(ViewRef view, Type type) {
  auto pair = dyn_cast<PairType>(type);
  if (!pair)
    return {view->scalar()};
  Values scalars = flatten(view->first, pair.getFirst());
  llvm::append_range(scalars, flatten(view->second, pair.getSecond()));
  return scalars;
}

ViewRef Evaluator::unflatten(ArrayRef<Value> &scalars, Type type) {
  auto pair = dyn_cast<PairType>(type);
  if (!pair) {
    Value scalar = scalars.front();
    scalars = scalars.drop_front();
    return makeScalar(scalar);
  }
  ViewRef first = unflatten(scalars, pair.getFirst());
  return makePair(first, unflatten(scalars, pair.getSecond()));
}
