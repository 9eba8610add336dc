//===- NestedLoops.cpp - Loops over parents and their children --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the positions of a level that tracks the parents (thesis, figure
// 5-4) asks at each of them whether the parent is over. Here the parents' loop
// is outside, and that over the children of each goes up to where they or the
// positions end, so that what depends on the parent alone, such as the row of
// an entry, does not change in it.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

void LoopEmitter::emitNested(unsigned point) {
  Location loc = op.getLoc();
  unsigned id = lattice[point].iterators.find_first();
  Iterator &iterator = iterators[id];
  SmallVector<Value> inits(current[id]);
  size_t numInductions = inits.size();
  llvm::append_range(inits, carried);

  auto emitHeader = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Value hasNext =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                              args.front(), iterator.getEnd());
    scf::ConditionOp::create(builder, loc, hasNext, args);
  };
  auto emitParent = [&](OpBuilder &builder, Location loc, ValueRange args) {
    Siblings siblings =
        iterator.emitSiblings(builder, args.take_front(numInductions));
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto children = scf::ForOp::create(
        builder, loc, args.front(), siblings.end, one,
        args.drop_front(numInductions),
        [&](OpBuilder &builder, Location loc, Value position,
            ValueRange states) {
          Step step = emitStep(builder, point, position, &siblings);
          scf::YieldOp::create(builder, loc,
                               emitRegions(builder, step, states));
        });
    children->setLoc(getLoopLoc(op));
    iterator.describeLoop(children, /*areSiblings=*/true);
    annotate(children, point);
    SmallVector<Value> next = {siblings.end};
    llvm::append_range(next, siblings.trail.tracked);
    llvm::append_range(next, children.getResults());
    scf::YieldOp::create(builder, loc, next);
  };
  auto loop = scf::WhileOp::create(builder, loc, ValueRange(inits).getTypes(),
                                   inits, emitHeader, emitParent);
  ValueRange results = loop.getResults();
  current[id] = llvm::to_vector(results.take_front(numInductions));
  carried = llvm::to_vector(results.drop_front(numInductions));
}
