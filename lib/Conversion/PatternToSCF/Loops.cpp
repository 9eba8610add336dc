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

/// The units of a GPU that run loops inside of an operation.
static bool hasUnitInside(Operation *op, std::optional<GPUUnit> unit) {
  return op
      ->walk([&](Operation *inner) {
        std::optional<GPUUnit> found =
            inner == op ? std::nullopt : getGPUUnit(inner);
        return found && (!unit || found == unit) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The operands of a minimum whose coefficient is `sign`; none of other terms.
static ArrayRef<Nat> getMinimum(const Nat::Term &term, int64_t sign) {
  if (term.coefficient != sign || term.factors.size() != 1 ||
      term.factors[0]->kind != Nat::Kind::Min)
    return {};
  return term.factors[0]->operands;
}

/// The most iterations of a loop, zero if that is not known: of a constant
/// count, or of a chunk, `min(begin + c, n) - min(begin, n)`.
static int64_t getMostIterations(const Nat &count) {
  if (std::optional<int64_t> constant = count.getConstant())
    return *constant;
  ArrayRef<Nat::Term> terms = count.getTerms();
  if (terms.size() != 2)
    return 0;
  bool isSwapped = terms[0].coefficient < 0;
  ArrayRef<Nat> end = getMinimum(terms[isSwapped], 1);
  ArrayRef<Nat> begin = getMinimum(terms[!isSwapped], -1);
  if (end.empty() || begin.empty())
    return 0;
  for (bool i : {false, true})
    for (bool j : {false, true}) {
      std::optional<int64_t> size = (end[i] - begin[j]).getConstant();
      if (size && *size > 0 && end[!i] == begin[!j])
        return *size;
    }
  return 0;
}

/// Says which threads or units of a GPU run the iterations of a loop of a
/// kernel. If threads run a loop inside, warps run this one. A reduction is run
/// by threads, which are combined, unless a loop inside is.
void Evaluator::setUnit(Operation *loop, Mapping mapping, const Nat &count,
                        Order order) {
  LoopInfo info;
  if (isOnHost)
    return;
  if (order == Order::Reduction) {
    if (mapping != Mapping::Local || hasUnitInside(loop, std::nullopt))
      return;
    info.gpu = GPUUnit::Thread;
  } else if (mapping == Mapping::Workgroup) {
    info.gpu = GPUUnit::Block;
  } else if (mapping == Mapping::Local) {
    info.gpu =
        hasUnitInside(loop, GPUUnit::Thread) ? GPUUnit::Warp : GPUUnit::Thread;
  } else if (numLoops == 0 && mapping != Mapping::Seq &&
             mapping != Mapping::Vec) {
    info.parallel = DistributionAttr::get(
        loop->getContext(), DistributionKind::Static, std::nullopt);
  }
  info.isOptional = mapping == Mapping::Any && info.parallel;
  info.gpuSize = info.gpu ? getMostIterations(count) : 0;
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

/// Emits a loop from `begin` to `end`, whose variable is below the count.
Values Evaluator::emitRange(const LoopBody &parts, Value begin, Value end,
                            Values carried, bool hasUnit) {
  Location loc = parts.loc;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, begin, end, one, carried);
  if (parts.mapping == Mapping::Vec)
    loop->setAttr("loop_annotation", getVectorAnnotation(builder.getContext()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  size_t numAllocated = allocated.size();
  ++numLoops;
  Values next = parts.body(
      nats.defineVariable(parts.name, loop.getInductionVar(), parts.count),
      Values(loop.getRegionIterArgs()));
  --numLoops;
  deallocate(numAllocated, loc);
  if (!carried.empty())
    scf::YieldOp::create(builder, loc, next);
  bool isMap = carried.empty() && parts.order == Order::Any;
  if (hasUnit && (isMap || parts.order == Order::Reduction))
    setUnit(loop, parts.mapping, parts.count, parts.order);
  return Values(loop.getResults());
}

Values
Evaluator::emitLoop(const Nat &count, StringRef name, Mapping mapping,
                    Values carried, Location loc, Order order,
                    llvm::function_ref<Values(const Nat &, Values)> body) {
  const EmissionOptions &options = nats.getOptions();
  bool isParallel = carried.empty() && order == Order::Any;
  if (isParallel && !options.isKernel &&
      (mapping == Mapping::Par || mapping == Mapping::Workgroup ||
       mapping == Mapping::Local))
    return emitParallelLoop(count, name, mapping, loc, body);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value end = nats.emitLength(loc, count);
  LoopBody parts{count, name, mapping, loc, order, body};
  if (options.isKernel && !options.checkAccesses && numLoops == 0)
    return emitVersions(parts, end, std::move(carried));
  return emitRange(parts, zero, end, std::move(carried), options.isKernel);
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
static bool hasUnknownLength(Type type, const NatEmitter &nats) {
  bool found = false;
  walkNats(type, [&](const Nat &nat, unsigned depth) {
    Nat length = nat;
    for (unsigned level = 0; level <= depth; ++level)
      length = length.instantiate(Nat::variable("." + std::to_string(level)));
    found |= !nats.isNatural(length);
  });
  return found;
}

void Evaluator::emitTypeChecks(Type type, Location loc) {
  auto array = dyn_cast<ArrayType>(type);
  if (!array)
    return;
  nats.emitLengthCheck(loc, nats.emit(loc, array.getLength()),
                       array.getLength());
  if (!hasUnknownLength(array.getElement(), nats))
    return;
  emitLoop(array.getLength(), "i", Mapping::Seq, {}, loc, Order::Sequential,
           [&](const Nat &position, Values) -> Values {
             nats.notePosition(position, array.getLength());
             emitTypeChecks(array.getElementAt(position), loc);
             return {};
           });
}
