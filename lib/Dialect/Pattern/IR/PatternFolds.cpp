//===- PatternFolds.cpp - Folding of views ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that undo the one before them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

using namespace mlir;
using namespace weft::pattern;

/// The input of the operation `InnerT` that gives a value, if it has the type
/// of what is folded.
template <typename InnerT> static Value getUndone(Value input, Type type) {
  auto inner = input.getDefiningOp<InnerT>();
  if (!inner || inner.getInput().getType() != type)
    return {};
  return inner.getInput();
}

/// join . split n = id.
OpFoldResult JoinOp::fold(FoldAdaptor) {
  return getUndone<SplitOp>(getInput(), getType());
}

/// transpose . transpose = id.
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  return getUndone<TransposeOp>(getInput(), getType());
}

OpFoldResult FirstOp::fold(FoldAdaptor) {
  auto pair = getInput().getDefiningOp<PairOp>();
  return pair ? pair.getFirst() : Value();
}

OpFoldResult SecondOp::fold(FoldAdaptor) {
  auto pair = getInput().getDefiningOp<PairOp>();
  return pair ? pair.getSecond() : Value();
}
