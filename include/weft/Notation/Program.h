//===- Program.h - A checked text of index notation -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a whole text of tensor index notation (thesis section 4.2) means once
// its names are checked: which tensors it reads and writes, of which order, and
// which tensor modes each index variable ranges over. It is what the front end
// hands to the translation to the `tin` dialect and to the driver.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_PROGRAM_H
#define WEFT_NOTATION_PROGRAM_H

#include "weft/Notation/Parser.h"

namespace weft {
namespace notation {

/// A tensor of a text.
struct Tensor {
  std::string name;
  size_t order = 0;
  /// Where it occurs first.
  Range range;
  /// Whether its value from before the first assignment is read.
  bool isInput = false;
  /// Whether it is assigned.
  bool isResult = false;
};

/// A mode of a tensor that an index selects coordinates of.
struct ModeUse {
  /// A position in `Program::tensors`.
  size_t tensor = 0;
  size_t mode = 0;
  /// The place of the index.
  Range range;
  /// Whether this is the assigned access rather than an operand.
  bool isResult = false;
};

/// An index variable of one assignment. A name has one size throughout an
/// assignment, also where several sums bind it.
struct IndexVariable {
  std::string name;
  /// Where it occurs first.
  Range range;
  /// Whether it indexes the result; otherwise a reduction binds it.
  bool isFree = false;
  /// The modes that determine its size, in the order of the text. A variable
  /// that has no use in an operand takes its size from elsewhere.
  std::vector<ModeUse> uses;
};

/// A constant that indexes a mode, as in `A(i,3)`.
struct ConstantUse {
  int64_t value = 0;
  ModeUse use;
};

/// A mode that a sum of variables indexes, as in `A(2*i+j-1)`.
struct SumUse {
  Index index;
  ModeUse use;
};

/// An assignment with its sums written out, and the variables it binds.
struct Statement {
  Assignment assignment;
  /// The assigned tensor, a position in `Program::tensors`.
  size_t result = 0;
  /// Whether the assigned tensor's former value is used: by `+=` or as an
  /// operand. The value of every operand is the one from before the assignment.
  bool readsResult = false;
  std::vector<IndexVariable> variables;
  std::vector<ConstantUse> constants;
  std::vector<SumUse> sums;

  /// The variable of a name, or null.
  const IndexVariable *findVariable(std::string_view name) const;
};

/// A whole text. Statements run in order: one that uses a tensor which an
/// earlier one assigned sees the new value.
struct Program {
  /// The tensors in the order of their first occurrences.
  std::vector<Tensor> tensors;
  std::vector<Statement> statements;

  /// The tensor of a name, or null.
  const Tensor *findTensor(std::string_view name) const;
};

/// Checks parsed assignments and writes implied sums out. It is an error if
/// - a tensor is used with two orders,
/// - a name is a tensor and an index variable at once,
/// - a reduction binds a variable that is bound already, or
/// - a variable is bound by a reduction and also left to an implied sum around
///   that reduction.
Result<Program> analyze(std::vector<Assignment> assignments);

/// Parses and analyzes a text.
Result<Program> parseProgram(std::string_view text,
                             const ParseOptions &options = {});

/// The canonical text of a program with all sums written out, one statement per
/// line.
std::string print(const Program &program);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_PROGRAM_H
