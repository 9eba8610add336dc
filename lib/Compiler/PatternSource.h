//===- PatternSource.h - Programs of patterns to compile --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of patterns as what a kernel is compiled from. Its tensors are
// described by a statement of index notation, the signature, by which names are
// resolved and sizes are inferred as those of an expression are.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_COMPILER_PATTERNSOURCE_H
#define WEFT_LIB_COMPILER_PATTERNSOURCE_H

#include "weft/Compiler/Kernel.h"
#include "weft/Dialect/Pattern/Formats/Signature.h"
#include "weft/Notation/Diagnostic.h"

namespace weft {

class PatternSource {
public:
  /// Parses a text and applies the rules of a schedule. Takes the parts of
  /// `schedule` that are rules, and the `sizes` (`NAME:VALUE`) that give values
  /// to natural numbers which no tensor has as a size.
  static llvm::Expected<std::shared_ptr<PatternSource>>
  read(std::string text, const PatternOptions &options, std::string &schedule,
       llvm::SmallVectorImpl<std::string> &sizes);
  ~PatternSource();

  const std::string &getText() const { return text; }
  const std::map<std::string, int64_t> &getNumbers() const { return numbers; }

  /// A statement that has the tensors in the order of the signature, and
  /// arguments NAME:FORMAT, NAME:TYPE and NAME:SIZE that say the rest.
  std::string signature;
  std::vector<std::string> formats, types;
  std::vector<std::string> sizes;
  /// The natural numbers, which are index variables of the signature.
  std::vector<std::string> naturalNumbers;
  /// Where the tensors are in the text, by their names.
  std::map<std::string, notation::Range> places;

  /// Makes the module of a kernel, and says at which level it is. The remaining
  /// schedule is one of index notation. Maps that units of a GPU execute have
  /// the kernel run there.
  llvm::Error lower(CompileRequest &request,
                    mlir::OwningOpRef<mlir::ModuleOp> &lowered,
                    IRLevel &level) const;

  /// Why there is no level above loops. After `lower`.
  llvm::Error refuseLevel() const;

  std::string print() const;

  /// The types of the program, how it is lowered, and its addresses.
  std::string explain() const;

private:
  explicit PatternSource(std::string text, const PatternOptions &options)
      : text(std::move(text)), options(options) {}

  llvm::Error import();
  llvm::Error applySchedule(std::string &schedule);
  llvm::Error takeNumbers(llvm::SmallVectorImpl<std::string> &given);
  llvm::Error describeSignature();
  void findPlaces(const pattern::Signature &tensors);
  llvm::Error checkNumbers(const pattern::Signature &tensors) const;
  llvm::Error checkDivisors() const;
  llvm::Error checkLengths() const;
  llvm::Error verify() const;
  llvm::Error makeLoops(CompileRequest &request, mlir::ModuleOp copy) const;
  mlir::OwningOpRef<mlir::ModuleOp> cloneProgram() const;
  llvm::Error fail(const llvm::Twine &message,
                   const llvm::Twine &hint = "") const;
  llvm::Error failAt(mlir::Location loc, const llvm::Twine &message,
                     const llvm::Twine &hint = "") const;

  std::string text;
  PatternOptions options;
  std::map<std::string, int64_t> numbers;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  pattern::ProgramOp program;
  /// A size of an operand that is computed from natural numbers, which loops
  /// check and index notation does not; empty if there is none.
  std::string uncheckedSize;
  /// Why the program is no index notation; empty if it is.
  mutable std::string reason;
};

} // namespace weft

#endif // WEFT_LIB_COMPILER_PATTERNSOURCE_H
