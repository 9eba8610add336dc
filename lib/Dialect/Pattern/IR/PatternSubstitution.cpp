//===- PatternSubstitution.cpp - Natural numbers of types -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Substitution of natural numbers in types, and the sizes of types. The element
// type of an array is one level further inside than the array.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

bool pattern::isScalar(Type type) {
  return isa<FloatType>(type) || type.isSignlessInteger();
}

bool pattern::isData(Type type) {
  return isScalar(type) || isa<ArrayType, PairType>(type);
}

Type pattern::mapNats(Type type,
                      llvm::function_ref<Nat(const Nat &, unsigned)> function,
                      unsigned depth) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case([&](ArrayType array) {
        Type element = mapNats(array.getElement(), function, depth + 1);
        return ArrayType::get(function(array.getLength(), depth), element);
      })
      .Case([&](PairType pair) {
        return PairType::get(mapNats(pair.getFirst(), function, depth),
                             mapNats(pair.getSecond(), function, depth));
      })
      .Default(type);
}

void pattern::walkNats(Type type,
                       llvm::function_ref<void(const Nat &, unsigned)> function,
                       unsigned depth) {
  if (auto array = dyn_cast<ArrayType>(type)) {
    function(array.getLength(), depth);
    walkNats(array.getElement(), function, depth + 1);
  } else if (auto pair = dyn_cast<PairType>(type)) {
    walkNats(pair.getFirst(), function, depth);
    walkNats(pair.getSecond(), function, depth);
  }
}

Type pattern::instantiate(Type type, const Nat &value) {
  return mapNats(type, [&](const Nat &nat, unsigned depth) {
    return simplifySums(nat.instantiate(value, depth));
  });
}

Type pattern::abstract(Type type, StringRef name) {
  return mapNats(type, [&](const Nat &nat, unsigned depth) {
    return nat.abstract(name, depth);
  });
}

Type pattern::substitute(Type type, StringRef name, const Nat &value) {
  return mapNats(type, [&](const Nat &nat, unsigned depth) {
    return simplifySums(nat.substitute(name, value.shift(depth)));
  });
}

Nat pattern::getSize(Type type) {
  return llvm::TypeSwitch<Type, Nat>(type)
      .Case([](ArrayType array) {
        Nat size = getSize(array.getElement());
        if (size.usesBound(0))
          return Nat::sum(array.getLength(), size);
        return array.getLength() * size.instantiate(0);
      })
      .Case([](PairType pair) {
        return getSize(pair.getFirst()) + getSize(pair.getSecond());
      })
      .Default(Nat(1));
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

ArrayType ArrayType::getUniform(const Nat &length, Type element) {
  return get(length, mapNats(element, [](const Nat &nat, unsigned depth) {
               return nat.shift(1, depth);
             }));
}

Type ArrayType::getElementAt(const Nat &position) const {
  return instantiate(getElement(), position);
}

bool ArrayType::isDependent() const {
  bool uses = false;
  walkNats(getElement(), [&](const Nat &nat, unsigned depth) {
    uses |= nat.usesBound(depth);
  });
  return uses;
}
