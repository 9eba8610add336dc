//===- Sort.cpp - Sorting arrays by coordinates -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts `sparse_tensor.sort`: the stable algorithm to an insertion sort, the
// others to a heap sort, which sorts in place in O(n log n) steps.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;
using arith::CmpIPredicate;

/// Records of at most as many elements are swapped without a loop. Few have
/// more: a coordinate for each level, and what goes with it.
static constexpr int64_t kMaxUnrolledWidth = 8;

namespace {
/// Emits the sorting of the records of one operation: record `i` has some
/// consecutive elements of `xy`, and element `i` of each further array.
class Sorter {
public:
  Sorter(OpBuilder &builder, sparse_tensor::SortOp op)
      : b(op.getLoc(), builder), op(op), numKeys(op.getPermMap().getNumDims()),
        width(numKeys + (op.getNy() ? op.getNy()->getZExtValue() : 0)) {}

  void emitInsertionSort();
  void emitHeapSort();

private:
  Value emitIndex(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value emitCompare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, predicate, lhs, rhs);
  }
  /// Emits the place of an element of a record in `xy`.
  Value emitPlace(Value record, Value element);
  Value emitPlace(Value record, int64_t element) {
    return emitPlace(record, emitIndex(element));
  }
  /// Emits whether the keys of a record precede those of another one.
  Value emitLess(Value lhs, Value rhs);
  void emitSwap(Value lhs, Value rhs);
  void emitSwap(Value array, Value lhs, Value rhs);
  /// Emits the loop that moves a record down a heap of `end` records.
  void emitSift(Value root, Value end);

  ImplicitLocOpBuilder b;
  sparse_tensor::SortOp op;
  int64_t numKeys, width;
};
} // namespace

Value Sorter::emitPlace(Value record, Value element) {
  Value first = arith::MulIOp::create(b, record, emitIndex(width));
  return arith::AddIOp::create(b, first, element);
}

Value Sorter::emitLess(Value lhs, Value rhs) {
  // From the last key on, which decides if all before it are equal.
  Value isLess;
  for (int64_t key = numKeys; key-- != 0;) {
    int64_t element = op.getPermMap().getDimPosition(key);
    Value left = memref::LoadOp::create(b, op.getXy(), emitPlace(lhs, element));
    Value right =
        memref::LoadOp::create(b, op.getXy(), emitPlace(rhs, element));
    Value precedes = emitCompare(CmpIPredicate::ult, left, right);
    if (isLess) {
      Value isEqual = emitCompare(CmpIPredicate::eq, left, right);
      Value byRest = arith::AndIOp::create(b, isEqual, isLess);
      isLess = arith::OrIOp::create(b, precedes, byRest);
    } else {
      isLess = precedes;
    }
  }
  return isLess;
}

void Sorter::emitSwap(Value array, Value lhs, Value rhs) {
  Value left = memref::LoadOp::create(b, array, lhs);
  Value right = memref::LoadOp::create(b, array, rhs);
  memref::StoreOp::create(b, left, array, rhs);
  memref::StoreOp::create(b, right, array, lhs);
}

void Sorter::emitSwap(Value lhs, Value rhs) {
  auto swapElements = [&](Value element) {
    emitSwap(op.getXy(), emitPlace(lhs, element), emitPlace(rhs, element));
  };
  if (width <= kMaxUnrolledWidth) {
    for (int64_t element : llvm::seq(width))
      swapElements(emitIndex(element));
  } else {
    auto loop =
        scf::ForOp::create(b, emitIndex(0), emitIndex(width), emitIndex(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    swapElements(loop.getInductionVar());
  }
  for (Value array : op.getYs())
    emitSwap(array, lhs, rhs);
}

void Sorter::emitSift(Value root, Value end) {
  auto emitChild = [&](Value record) -> Value {
    Value doubled = arith::MulIOp::create(b, record, emitIndex(2));
    return arith::AddIOp::create(b, doubled, emitIndex(1));
  };
  auto loop = scf::WhileOp::create(b, b.getIndexType(), root);
  OpBuilder::InsertionGuard guard(b);
  Block *before =
      b.createBlock(&loop.getBefore(), {}, b.getIndexType(), b.getLoc());
  Value record = before->getArgument(0);
  scf::ConditionOp::create(
      b, emitCompare(CmpIPredicate::ult, emitChild(record), end), record);
  Block *after =
      b.createBlock(&loop.getAfter(), {}, b.getIndexType(), b.getLoc());
  record = after->getArgument(0);
  Value child = emitChild(record);
  Value right = arith::AddIOp::create(b, child, emitIndex(1));
  // The last record of a heap may be the only child.
  Value last = arith::SubIOp::create(b, end, emitIndex(1));
  right = arith::MinUIOp::create(b, right, last);
  child = arith::SelectOp::create(b, emitLess(child, right), right, child);
  Value isLess = emitLess(record, child);
  auto branch = scf::IfOp::create(b, isLess, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  emitSwap(record, child);
  b.setInsertionPointAfter(branch);
  Value next = arith::SelectOp::create(b, isLess, child, end);
  scf::YieldOp::create(b, next);
}

void Sorter::emitHeapSort() {
  Value zero = emitIndex(0), one = emitIndex(1);
  Value half = arith::DivUIOp::create(b, op.getN(), emitIndex(2));
  auto heapify = scf::ForOp::create(b, zero, half, one);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(heapify.getBody());
    Value rest = arith::SubIOp::create(b, half, heapify.getInductionVar());
    emitSift(arith::SubIOp::create(b, rest, one), op.getN());
  }
  auto take = scf::ForOp::create(b, one, op.getN(), one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(take.getBody());
  Value end = arith::SubIOp::create(b, op.getN(), take.getInductionVar());
  emitSwap(zero, end);
  emitSift(zero, end);
}

void Sorter::emitInsertionSort() {
  Value one = emitIndex(1);
  auto outer = scf::ForOp::create(b, one, op.getN(), one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(outer.getBody());
  auto inner =
      scf::WhileOp::create(b, b.getIndexType(), outer.getInductionVar());
  Block *before =
      b.createBlock(&inner.getBefore(), {}, b.getIndexType(), b.getLoc());
  Value record = before->getArgument(0);
  // The first record is compared with itself, which it does not precede.
  Value previous =
      arith::SubIOp::create(b, arith::MaxUIOp::create(b, record, one), one);
  scf::ConditionOp::create(b, emitLess(record, previous), record);
  Block *after =
      b.createBlock(&inner.getAfter(), {}, b.getIndexType(), b.getLoc());
  record = after->getArgument(0);
  previous = arith::SubIOp::create(b, record, one);
  emitSwap(previous, record);
  scf::YieldOp::create(b, previous);
}

namespace {
struct ConvertSort : OpRewritePattern<sparse_tensor::SortOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(sparse_tensor::SortOp op,
                                PatternRewriter &rewriter) const override {
    // The elements of a record are counted in 63 bits.
    int64_t width;
    if (op.getNy() &&
        (op.getNy()->getActiveBits() > 63 ||
         llvm::AddOverflow<int64_t>(op.getPermMap().getNumDims(),
                                    op.getNy()->getSExtValue(), width)))
      return rewriter.notifyMatchFailure(op, "a record has too many elements");
    Sorter sorter(rewriter, op);
    if (op.getAlgorithm() ==
        sparse_tensor::SparseTensorSortKind::InsertionSortStable)
      sorter.emitInsertionSort();
    else
      sorter.emitHeapSort();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void sparsifier::populateSortPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSort>(patterns.getContext());
}
