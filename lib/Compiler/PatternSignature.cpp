//===- PatternSignature.cpp - Signatures of patterns as text ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index of a mode whose size is `n` is `n`. That of a mode of size `n + 1`
// is `n+1`, unless a mode of a result has this size, because the indices of
// results are variables. Each other size has an index variable, the same for
// all modes of that size. The kernel checks that these sizes agree with the
// natural numbers.
//
//===----------------------------------------------------------------------===//

#include "PatternSignature.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

std::optional<Nat> weft::findSizeOf(const Signature &tensors, StringRef nat) {
  for (const SignatureTensor &tensor : tensors.operands)
    for (const Nat &size : tensor.sizes)
      if (isSizeOf(size, nat))
        return size;
  for (const SignatureTensor &tensor : tensors.results)
    for (const Nat &size : tensor.sizes)
      if (size == Nat::variable(nat))
        return size;
  return std::nullopt;
}

SignatureText::SignatureText(ProgramOp program, const Signature &tensors)
    : tensors(tensors) {
  for (auto name : program.getNats().getAsRange<StringAttr>())
    nats.insert(name.getValue());
}

/// The number that a size is, with a constant that is not negative.
static std::optional<std::pair<StringRef, int64_t>>
splitSize(const Nat &size, const llvm::StringSet<> &nats) {
  for (const auto &nat : nats)
    if (isSizeOf(size, nat.first())) {
      int64_t rest = *(size - Nat::variable(nat.first())).getConstant();
      if (rest >= 0)
        return std::pair(nat.first(), rest);
    }
  return std::nullopt;
}

bool SignatureText::isSizeOfResult(const Nat &size) const {
  return llvm::any_of(tensors.results, [&](const SignatureTensor &result) {
    return llvm::is_contained(result.sizes, size);
  });
}

/// The index of a mode of this size. Indices of results are variables, so a sum
/// that is the size of a result has a variable instead of `n+1`.
std::string SignatureText::getVariable(const Nat &size) {
  if (auto split = splitSize(size, nats);
      split && (split->second == 0 || !isSizeOfResult(size)))
    return split->first.str() +
           (split->second ? "+" + std::to_string(split->second) : "");
  for (const auto &[known, name] : variables)
    if (known == size)
      return name;
  std::string name;
  for (unsigned number = 1;
       name.empty() || names.contains(name) || nats.contains(name); ++number)
    name = "size" + std::to_string(number);
  names.insert(name);
  variables.emplace_back(size, name);
  if (std::optional<int64_t> constant = size.getConstant())
    sizes.push_back(name + ":" + std::to_string(*constant));
  else if (!unchecked)
    unchecked = size;
  return name;
}

std::string SignatureText::getAccess(const SignatureTensor &tensor) {
  std::string access = tensor.name;
  for (auto [mode, size] : llvm::enumerate(tensor.sizes))
    access += (mode == 0 ? "(" : ",") + getVariable(size);
  return access + (tensor.sizes.empty() ? "" : ")");
}

static std::string getTypeName(Type type) {
  return (type.isSignlessInteger() ? "i" : "f") +
         std::to_string(type.getIntOrFloatBitWidth());
}

/// One number for each level, as `32:64`.
static std::string joinWidths(ArrayRef<unsigned> widths) {
  std::string text;
  for (unsigned width : widths)
    text += (text.empty() ? "" : ":") + std::to_string(width);
  return text;
}

/// The text of a format of dense and compressed levels.
static std::string getFormatText(level::FormatAttr format) {
  std::string text, order;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    auto compressed =
        dyn_cast<level::CompressedAttr>(format.getLevelTypes()[level]);
    text += !compressed ? "d" : compressed.getUnique() ? "s" : "u";
    text += compressed && !compressed.getOrdered() ? "~" : "";
    order +=
        (level == 0 ? ":" : ",") + std::to_string(format.getLevelDim(level));
  }
  return text + order + "{pos=" + joinWidths(format.getPosWidths()) +
         ",crd=" + joinWidths(format.getCrdWidths()) +
         (format.getPacked() ? ",packed}" : "}");
}

bool SignatureText::describeTensors(ArrayRef<SignatureTensor> list,
                                    std::string &message) {
  for (const SignatureTensor &tensor : list) {
    if (nats.contains(tensor.name) || !names.insert(tensor.name).second) {
      message = "expected tensors and numbers of different names, got '" +
                tensor.name + "' twice; the result has the name of the program";
      return false;
    }
    types.push_back(tensor.name + ":" + getTypeName(tensor.component));
    if (tensor.format)
      formats.push_back(tensor.name + ":" + getFormatText(tensor.format));
  }
  return true;
}

/// Whether operands tell the size of a result.
static bool isKnownBefore(const Nat &size, const Signature &tensors,
                          const llvm::StringSet<> &nats) {
  auto split = splitSize(size, nats);
  if (size.getConstant() || (split && split->second == 0))
    return true;
  for (const SignatureTensor &operand : tensors.operands)
    if (llvm::is_contained(operand.sizes, size))
      return true;
  return false;
}

bool SignatureText::describe(std::string &message) {
  if (!describeTensors(tensors.results, message) ||
      !describeTensors(tensors.operands, message))
    return false;
  std::string factors;
  for (const SignatureTensor &operand : tensors.operands)
    factors += (factors.empty() ? "" : " * ") + getAccess(operand);
  for (const SignatureTensor &result : tensors.results) {
    for (const Nat &size : result.sizes)
      if (!isKnownBefore(size, tensors, nats)) {
        message = "expected a result '" + result.name +
                  "' with sizes of operands or natural numbers, got \"" +
                  size.toString() + "\"";
        return false;
      }
    statement += (statement.empty() ? "" : "; ") + getAccess(result) + " = " +
                 (factors.empty() ? "0" : factors);
  }
  return true;
}
