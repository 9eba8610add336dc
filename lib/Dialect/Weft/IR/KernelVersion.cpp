//===- KernelVersion.cpp - Versions of kernels ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts versions of kernels to attributes and back.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/KernelVersion.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;

Attribute KernelVersion::getAttr(MLIRContext *context) const {
  Builder b(context);
  auto number = [&](StringRef name, int64_t value) {
    return b.getNamedAttr(name, b.getI64IntegerAttr(value));
  };
  return b.getDictionaryAttr(
      {b.getNamedAttr("of", of), number("operand", operand),
       number("level", level), number("array", array), number("bits", bits)});
}

std::optional<KernelVersion> weft::readVersion(Attribute attr) {
  auto fields = dyn_cast_if_present<DictionaryAttr>(attr);
  if (!fields || fields.size() != 5)
    return std::nullopt;
  KernelVersion version;
  version.of = fields.getAs<StringAttr>("of");
  if (!version.of)
    return std::nullopt;
  for (auto [name, field] :
       {std::pair("operand", &version.operand),
        std::pair("level", &version.level), std::pair("array", &version.array),
        std::pair("bits", &version.bits)}) {
    auto number = fields.getAs<IntegerAttr>(name);
    if (!number || !number.getType().isSignlessInteger(64))
      return std::nullopt;
    *field = number.getInt();
  }
  return version;
}
