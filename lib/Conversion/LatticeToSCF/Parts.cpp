//===- Parts.cpp - Parallel loops that append -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads append they cannot append to one array. So the iterations are
// divided into parts, which are joined in their order: the result does not
// depend on how many there are.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// How many parts each thread has, if parts are handed out to threads that are
/// free and nobody says how long they are.
static constexpr int64_t kPartsOfThread = 8;

/// Emits how many of `count` iterations a part has.
static Value emitPartSize(ImplicitLocOpBuilder &b, DistributionAttr how,
                          Value count) {
  if (how.getChunk())
    return arith::ConstantIndexOp::create(b, *how.getChunk());
  Value numParts = level::NumThreadsOp::create(b);
  if (how.isDynamic())
    numParts = arith::MulIOp::create(
        b, numParts, arith::ConstantIndexOp::create(b, kPartsOfThread));
  Value size = arith::CeilDivUIOp::create(b, count, numParts);
  return arith::MaxUIOp::create(b, size, arith::ConstantIndexOp::create(b, 1));
}

static level::BuilderType getBuilderType(Value forked) {
  return cast<level::PartsType>(forked.getType()).getBuilder();
}

SmallVector<Value> lattice::emitParts(
    OpBuilder &builder, CoiterateOp op, Value begin, Value end,
    ValueRange inits, ArrayRef<int64_t> parts,
    function_ref<ValueRange(OpBuilder &, Value, Value, ValueRange)> emitLoop) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  DistributionAttr how = op.getParallelAttr();
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, begin, end), begin);
  Value size = emitPartSize(b, how, count);
  Value numParts = arith::CeilDivUIOp::create(b, count, size);

  // What is forked is not carried from part to part.
  SmallVector<Value> shared, forked(inits.size());
  for (int64_t part : parts) {
    auto type = cast<level::BuilderType>(inits[part].getType());
    auto partsType = level::PartsType::get(b.getContext(), type.getTensor(),
                                           type.getAssembly());
    forked[part] = level::ForkOp::create(b, partsType, inits[part], numParts);
  }
  for (auto [init, fork] : llvm::zip_equal(inits, forked))
    if (!fork)
      shared.push_back(init);

  auto emitPart = [&](OpBuilder &builder, Location loc, Value number,
                      ValueRange args) {
    ImplicitLocOpBuilder b(loc, builder);
    Value first =
        arith::AddIOp::create(b, begin, arith::MulIOp::create(b, number, size));
    // The last part may be shorter.
    Value rest = arith::SubIOp::create(b, end, first);
    Value last =
        arith::AddIOp::create(b, first, arith::MinSIOp::create(b, rest, size));
    SmallVector<Value> own;
    for (Value fork : forked) {
      own.push_back(
          fork ? level::BeginPartOp::create(b, getBuilderType(fork), fork)
                     .getResult()
               : args.front());
      args = args.drop_front(fork ? 0 : 1);
    }
    SmallVector<Value> passedOn;
    for (auto [result, fork] :
         llvm::zip_equal(emitLoop(b, first, last, own), forked)) {
      if (fork)
        level::EndPartOp::create(b, result, fork, number);
      else
        passedOn.push_back(result);
    }
    scf::YieldOp::create(b, passedOn);
  };
  auto loop = scf::ForOp::create(b, zero, numParts, one, shared, emitPart);
  // Parts are dealt out as iterations would be.
  std::optional<int64_t> chunk;
  if (how.getChunk())
    chunk = 1;
  loop->setAttr(kParallelAttr,
                DistributionAttr::get(b.getContext(), how.getKind(), chunk));

  ValueRange carried = loop.getResults();
  SmallVector<Value> results;
  for (Value fork : forked) {
    results.push_back(
        fork ? level::JoinOp::create(b, getBuilderType(fork), fork).getResult()
             : carried.front());
    carried = carried.drop_front(fork ? 0 : 1);
  }
  return results;
}
