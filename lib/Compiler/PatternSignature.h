//===- PatternSignature.h - Signatures of patterns as text ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors of a program of patterns as a statement of index notation whose
// index variables are the natural numbers of the program: `y(n) = o(n+1) *
// x(m)` says that `o` has a component more than `y`.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PATTERNSIGNATURE_H
#define WEFT_LIB_COMPILER_PATTERNSIGNATURE_H

#include "weft/Dialect/Pattern/Formats/Signature.h"

#include "llvm/ADT/StringSet.h"

namespace weft {

/// The size that tells a natural number: that of an operand, or one of a result
/// that is the number itself. Nothing if there is none.
std::optional<pattern::Nat> findSizeOf(const pattern::Signature &tensors,
                                       llvm::StringRef nat);

class SignatureText {
public:
  SignatureText(pattern::ProgramOp program, const pattern::Signature &tensors);

  /// Fills the members below; false, with a message, if a name has two meanings
  /// or if the size of a result is known from values only.
  bool describe(std::string &message);

  std::string statement;
  std::vector<std::string> formats, types, sizes;
  /// A size that the statement does not compare with natural numbers, as that
  /// of an array of n / k elements. Nothing if there is none.
  std::optional<pattern::Nat> unchecked;

private:
  bool isSizeOfResult(const pattern::Nat &size) const;
  std::string getVariable(const pattern::Nat &size);
  std::string getAccess(const pattern::SignatureTensor &tensor);
  bool describeTensors(llvm::ArrayRef<pattern::SignatureTensor> list,
                       std::string &message);

  const pattern::Signature &tensors;
  llvm::StringSet<> nats, names;
  /// The index variables of sizes that are no natural numbers.
  std::vector<std::pair<pattern::Nat, std::string>> variables;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_PATTERNSIGNATURE_H
