//===- Loops.cpp - Loops over arrays ----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over the elements of arrays. An array that joins rows is iterated row
// by row, so that the row of an element need not be searched.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

using Values = Evaluator::Values;

void Evaluator::deallocate(size_t from, Location loc) {
  while (allocated.size() > from)
    memref::DeallocOp::create(builder, loc, allocated.pop_back_val());
}

/// The attribute by which LLVM vectorizes a loop.
static Attribute getVectorAnnotation(MLIRContext *context) {
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, false), {}, {}, {}, {}, {},
      {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {});
}

/// Says which threads or units of a GPU run the iterations of a loop of a
/// kernel.
void Evaluator::setUnit(Operation *loop, Mapping mapping, const Nat &count) {
  LoopInfo info;
  if (mapping == Mapping::Workgroup)
    info.gpu = GPUUnit::Block;
  else if (mapping == Mapping::Local)
    info.gpu = GPUUnit::Thread;
  else if (numParallel == 0 && mapping != Mapping::Seq &&
           mapping != Mapping::Vec)
    info.parallel = info.parallel = DistributionAttr::get(
        loop->getContext(), DistributionKind::Static, std::nullopt);
  info.isOptional = mapping == Mapping::Any && info.parallel;
  info.gpuSize = info.gpu ? count.getConstant().value_or(0) : 0;
  setLoopInfo(loop, info);
}

Values Evaluator::emitParallelLoop(
    const Nat &count, StringRef name, Mapping mapping, Location loc,
    llvm::function_ref<Values(const Nat &, Values)> body) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = nats.emitLength(loc, count);
  auto loop = scf::ParallelOp::create(builder, loc, ValueRange{zero},
                                      ValueRange{end}, ValueRange{one});
  if (mapping != Mapping::Par)
    loop->setAttr("pattern.mapping",
                  MappingAttr::get(builder.getContext(), mapping));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  size_t numAllocated = allocated.size();
  body(nats.defineVariable(name, loop.getInductionVars()[0], count), {});
  deallocate(numAllocated, loc);
  return {};
}

Values
Evaluator::emitLoop(const Nat &count, StringRef name, Mapping mapping,
                    Values carried, Location loc, Order order,
                    llvm::function_ref<Values(const Nat &, Values)> body) {
  bool isKernel = nats.getOptions().isKernel;
  bool isParallel = carried.empty() && order == Order::Any;
  if (isParallel && !isKernel &&
      (mapping == Mapping::Par || mapping == Mapping::Workgroup ||
       mapping == Mapping::Local))
    return emitParallelLoop(count, name, mapping, loc, body);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = nats.emitLength(loc, count);
  auto loop = scf::ForOp::create(builder, loc, zero, end, one, carried);
  if (mapping == Mapping::Vec)
    loop->setAttr("loop_annotation", getVectorAnnotation(builder.getContext()));
  if (isKernel && isParallel)
    setUnit(loop, mapping, count);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  size_t numAllocated = allocated.size();
  ++numParallel;
  Values next = body(nats.defineVariable(name, loop.getInductionVar(), count),
                     Values(loop.getRegionIterArgs()));
  --numParallel;
  deallocate(numAllocated, loc);
  if (!carried.empty())
    scf::YieldOp::create(builder, loc, next);
  return Values(loop.getResults());
}

Values Evaluator::iterate(ViewRef array, ArrayType type, Values carried,
                          Location loc, Order order, Body body) {
  if (!array->rows)
    return emitLoop(type.getLength(), "i", array->mapping, std::move(carried),
                    loc, order, [&](const Nat &position, Values inner) {
                      return body(position, array->at(position),
                                  std::move(inner));
                    });
  // The position of a row's first element is the number of those before.
  auto rowsType = cast<ArrayType>(array->rowsType);
  auto rowAt = cast<ArrayType>(rowsType.getElement());
  return iterate(array->rows, rowsType, std::move(carried), loc, order,
                 [&](const Nat &row, ViewRef elements, Values outer) {
                   nats.notePosition(row, rowsType.getLength());
                   Nat before = rowAt.getLength().usesBound(0)
                                    ? Nat::sum(row, rowAt.getLength())
                                    : row * rowAt.getLength().instantiate(0);
                   auto rowType = cast<ArrayType>(rowsType.getElementAt(row));
                   return iterate(
                       elements, rowType, std::move(outer), loc, order,
                       [&](const Nat &position, ViewRef element, Values inner) {
                         return body(before + position, element,
                                     std::move(inner));
                       });
                 });
}

/// Whether a type has a length that may be negative at some position.
static bool hasUnknownLength(Type type) {
  bool found = false;
  walkNats(type, [&](const Nat &nat, unsigned depth) {
    Nat length = nat;
    NatRanges ranges;
    for (unsigned level = 0; level <= depth; ++level)
      length = length.instantiate(Nat::variable("." + std::to_string(level)));
    found |= !isNonNegative(length, ranges);
  });
  return found;
}

void Evaluator::emitTypeChecks(Type type, Location loc) {
  auto array = dyn_cast<ArrayType>(type);
  if (!array)
    return;
  nats.emitLengthCheck(loc, nats.emit(loc, array.getLength()),
                       array.getLength());
  if (!hasUnknownLength(array.getElement()))
    return;
  emitLoop(array.getLength(), "i", Mapping::Seq, {}, loc, Order::Sequential,
           [&](const Nat &position, Values) -> Values {
             nats.notePosition(position, array.getLength());
             emitTypeChecks(array.getElementAt(position), loc);
             return {};
           });
}
