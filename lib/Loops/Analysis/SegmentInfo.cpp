//===- SegmentInfo.cpp - Loops over segments of levels --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SegmentInfo.h"

#include "Analysis/ReadOnlyArrays.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

memref::LoadOp SegmentInfo::getBound(Value bound) {
  Operation *op = bound.getDefiningOp();
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op))
    op = cast.getIn().getDefiningOp();
  auto load = dyn_cast_or_null<memref::LoadOp>(op);
  return load && load.getIndices().size() == 1 ? load : memref::LoadOp();
}

std::optional<SegmentInfo> SegmentInfo::of(scf::ForOp loop) {
  LevelSegmentAttr segment = weft::getSegment(loop);
  if (!segment)
    return std::nullopt;
  SegmentInfo info;
  info.loop = loop;
  info.segment = segment;
  info.lower = loop.getLowerBound();
  info.upper = loop.getUpperBound();
  return info;
}

//===----------------------------------------------------------------------===//
// Adjacent segments
//===----------------------------------------------------------------------===//

/// The scf.for with step one whose induction variable is a value; null for
/// another value.
static scf::ForOp getCountingLoop(Value value) {
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  bool counts = loop && value == loop.getInductionVar() &&
                value.getType().isIndex() && !loop.getUnsignedCmp() &&
                matchPattern(loop.getStep(), m_One());
  return counts ? loop : scf::ForOp();
}

std::optional<AdjacentSegments> AdjacentSegments::of(scf::ForOp loop) {
  std::optional<SegmentInfo> info = SegmentInfo::of(loop);
  if (!info || !info->getSegment().getAdjacent() || !info->hasBounds())
    return std::nullopt;
  memref::LoadOp begin = info->getBegin(), end = info->getEnd();
  TensorArrayAttr role = getArrayInfo(begin.getMemRef());
  if (!role || role.getKind() != ArrayKind::Positions ||
      !isReadOnly(begin.getMemRef()))
    return std::nullopt;
  Value parent = begin.getIndices().front();
  auto next = end.getIndices().front().getDefiningOp<arith::AddIOp>();
  // The bounds of one segment are the positions of adjacent parents.
  if (begin.getMemRef() != end.getMemRef() || !next ||
      next.getLhs() != parent || !matchPattern(next.getRhs(), m_One()))
    return std::nullopt;
  AdjacentSegments segments{
      loop, getCountingLoop(parent), begin.getMemRef(), {}};
  if (segments.parents)
    return segments;
  auto sum = parent.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  for (auto [term, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (scf::ForOp parents = getCountingLoop(term);
        parents && parents.isDefinedOutsideOfLoop(other)) {
      segments.parents = parents;
      segments.offset = other;
      return segments;
    }
  return std::nullopt;
}

Value AdjacentSegments::emitBegin(ImplicitLocOpBuilder &b, Value number) const {
  if (offset)
    number = arith::AddIOp::create(b, number, offset);
  Value begin = memref::LoadOp::create(b, positions, number);
  return begin.getType().isIndex()
             ? begin
             : arith::IndexCastOp::create(b, b.getIndexType(), begin);
}

ValueRange AdjacentSegments::emitBounds(ImplicitLocOpBuilder &b) const {
  scf::ForOp around = parents;
  Value low = around.getLowerBound(), high = around.getUpperBound();
  Value any = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, low, high);
  return scf::IfOp::create(
             b, any,
             [&](OpBuilder &inner, Location loc) {
               OpBuilder::InsertionGuard guard(b);
               b.setInsertionPointToStart(inner.getBlock());
               Value first = emitBegin(b, low);
               scf::YieldOp::create(inner, loc, {first, emitBegin(b, high)});
             },
             [&](OpBuilder &inner, Location loc) {
               Value zero = arith::ConstantIndexOp::create(inner, loc, 0);
               scf::YieldOp::create(inner, loc, {zero, zero});
             })
      .getResults();
}

Value AdjacentSegments::emitSize(ImplicitLocOpBuilder &b,
                                 int64_t length) const {
  scf::ForOp around = parents;
  Value number =
      arith::SubIOp::create(b, around.getUpperBound(), around.getLowerBound());
  return arith::MulIOp::create(b, number,
                               arith::ConstantIndexOp::create(b, length));
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

bool weft::hasCoordinates(Value array) {
  TensorArrayAttr info = getArrayInfo(array);
  return info && info.getKind() == ArrayKind::Coordinates;
}

bool weft::isCoordinate(memref::LoadOp load, scf::ForOp loop) {
  LevelSegmentAttr segment = getSegment(loop);
  return segment && load.getIndices().size() == 1 &&
         load.getIndices().front() == loop.getInductionVar() &&
         hasCoordinates(load.getMemRef()) &&
         getArrayInfo(load.getMemRef()).getTensor() == segment.getTensor();
}
