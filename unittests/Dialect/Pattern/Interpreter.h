//===- Interpreter.h - Evaluation of programs on data -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interpreter of the pattern dialect that shares nothing with its
// conversion: arrays are lists of elements, and each operation makes a new one.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_UNITTESTS_DIALECT_PATTERN_INTERPRETER_H
#define WEFT_UNITTESTS_DIALECT_PATTERN_INTERPRETER_H

#include "weft/Dialect/Pattern/IR/Pattern.h"

namespace weft {
namespace pattern {

/// A scalar, or the values of a pair or an array.
struct Data {
  mlir::Attribute scalar;
  std::vector<Data> parts;
};

using Numbers = llvm::StringMap<int64_t>;

class Interpreter {
public:
  Interpreter(ProgramOp program, const Numbers &numbers,
              std::vector<Data> params);

  /// The result of the program; nothing if an index is out of range.
  std::optional<Data> run();

  /// The value of a number where names are those of the program.
  std::optional<int64_t> evaluate(const Nat &nat);

private:
  std::optional<Data> runBlock(mlir::Block &block);
  std::optional<Data> runOp(mlir::Operation &op);
  std::optional<Data> runMap(MapOp map);
  std::optional<Data> runFold(mlir::Block &block, mlir::Value init,
                              mlir::Value input, mlir::StringAttr position);
  std::optional<Data> runScatter(ScatterOp scatter);
  std::optional<Data> runLanes(const Data &input, const Nat &count);
  std::optional<Data> runSplit(const Data &input, const Nat &chunk);
  std::optional<Data> combine(mlir::Region &combiner, const Data &lhs,
                              const Data &rhs);
  std::optional<Data> runScalar(mlir::Operation &op);

  ProgramOp program;
  Numbers numbers;
  llvm::DenseMap<mlir::Value, Data> values;
};

/// Words of memory: integers and floats of 32 bits.
using Words = std::vector<int32_t>;

Words makeWords(const Data &data);

/// The scalars of data in their order in memory.
void flatten(const Data &data, llvm::SmallVectorImpl<mlir::Attribute> &scalars);

} // namespace pattern
} // namespace weft

#endif // WEFT_UNITTESTS_DIALECT_PATTERN_INTERPRETER_H
