//===- ParallelLoops.cpp - Loops that threads share -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes OpenMP of loops whose iterations may run at the same time. A thread
// runs a part of them in a function of its own, so that what a kernel does is
// optimized without knowing of threads, and so that a part can fail (see
// GuardParts.cpp).
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"

#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTPARALLELLOOPS
#include "weft/Compiler/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// What becomes of one loop.
class ParallelLoop {
public:
  ParallelLoop(scf::ForOp loop, SymbolTable &symbols)
      : loop(loop), symbols(symbols), b(loop.getLoc(), loop) {}

  LogicalResult convert();

private:
  /// Moves the loop into a function that takes the values it uses, and the
  /// bounds of a part of its iterations.
  func::FuncOp outline(ArrayRef<Value> captured);
  Value emitIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// How many iterations a part has.
  Value emitPartSize(Value count, Value numThreads);
  /// Runs all parts.
  void emitParts(Value numParts, Value numThreads,
                 llvm::function_ref<void(Value part)> emitPart);

  scf::ForOp loop;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
};
} // namespace

func::FuncOp ParallelLoop::outline(ArrayRef<Value> captured) {
  auto kernel = loop->getParentOfType<func::FuncOp>();
  SmallVector<Type> types(ValueRange(captured).getTypes());
  types.append(2, b.getIndexType());
  auto part =
      func::FuncOp::create(loop.getLoc(), (kernel.getName() + "_part").str(),
                           b.getFunctionType(types, {}));
  part.setPrivate();
  part->setAttr(kPartAttr, b.getUnitAttr());
  symbols.insert(part, Block::iterator(kernel));

  OpBuilder::InsertionGuard guard(b);
  Block *body = part.addEntryBlock();
  b.setInsertionPointToStart(body);
  for (auto [value, argument] : llvm::zip(captured, body->getArguments()))
    replaceAllUsesInRegionWith(value, argument, loop.getRegion());
  llvm::SetVector<Value> constants;
  getUsedValuesDefinedAbove(loop.getRegion(), constants);
  for (Value constant : constants)
    if (constant.getParentRegion() != &part.getBody())
      replaceAllUsesInRegionWith(
          constant, b.clone(*constant.getDefiningOp())->getResult(0),
          loop.getRegion());
  auto bounds = body->getArguments().take_back(2);
  auto inner = scf::ForOp::create(b, bounds[0], bounds[1], emitIndex(1));
  inner.getRegion().takeBody(loop.getRegion());
  func::ReturnOp::create(b);
  return part;
}

Value ParallelLoop::emitPartSize(Value count, Value numThreads) {
  auto how = loop->getAttrOfType<DistributionAttr>(kParallelAttr);
  if (how.getChunk())
    return emitIndex(*how.getChunk());
  if (how.isDynamic())
    return emitIndex(1);
  Value threads = arith::IndexCastUIOp::create(b, b.getIndexType(), numThreads);
  Value size = arith::CeilDivUIOp::create(b, count, threads);
  return arith::MaxUIOp::create(b, size, emitIndex(1));
}

void ParallelLoop::emitParts(Value numParts, Value numThreads,
                             llvm::function_ref<void(Value part)> emitPart) {
  OpBuilder::InsertionGuard guard(b);
  Value begin = emitIndex(0), step = emitIndex(1);
  omp::ParallelOperands parallelClauses;
  parallelClauses.numThreads = numThreads;
  auto parallel = omp::ParallelOp::create(b, parallelClauses);
  b.createBlock(&parallel.getRegion());
  auto how = loop->getAttrOfType<DistributionAttr>(kParallelAttr);
  omp::WsloopOperands clauses;
  clauses.nowait = b.getUnitAttr();
  clauses.scheduleKind = omp::ClauseScheduleKindAttr::get(
      b.getContext(), how.isDynamic() ? omp::ClauseScheduleKind::Dynamic
                                      : omp::ClauseScheduleKind::Static);
  // Parts that the user sized are dealt out one after the other.
  if (how.getChunk())
    clauses.scheduleChunk = arith::ConstantIntOp::create(b, 1, 32);
  auto share = omp::WsloopOp::create(b, clauses);
  omp::TerminatorOp::create(b);
  b.createBlock(&share.getRegion());
  omp::LoopNestOperands bounds;
  bounds.loopLowerBounds.push_back(begin);
  bounds.loopUpperBounds.push_back(numParts);
  bounds.loopSteps.push_back(step);
  auto nest = omp::LoopNestOp::create(b, bounds);
  Block *body =
      b.createBlock(&nest.getRegion(), {}, b.getIndexType(), {loop.getLoc()});
  emitPart(body->getArgument(0));
  omp::YieldOp::create(b);
}

namespace {
/// What depends on a value that a loop carries, through the loops and branches
/// inside of it.
class Dependents {
public:
  Dependents(scf::ForOp loop, unsigned carried) : loop(loop), carried(carried) {
    values.insert(loop.getRegionIterArg(carried));
  }

  /// Whether next iterations alone depend on it: a number of entries that
  /// nobody asks for.
  bool areUnused();

private:
  /// Adds what has the value of an operand; false if that is more than a value.
  bool addUse(OpOperand &use);
  /// Adds what has the value that a terminator of a loop or branch passes on.
  bool addPassed(OpOperand &use);

  scf::ForOp loop;
  unsigned carried;
  llvm::SetVector<Value> values;
};
} // namespace

bool Dependents::addPassed(OpOperand &use) {
  Operation *around = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (around == loop)
    return number == carried;
  if (auto inner = dyn_cast<scf::ForOp>(around)) {
    values.insert(inner.getRegionIterArg(number));
    values.insert(inner.getResult(number));
    return true;
  }
  if (isa<scf::IfOp>(around)) {
    values.insert(around->getResult(number));
    return true;
  }
  auto inner = dyn_cast<scf::WhileOp>(around);
  if (inner && isa<scf::YieldOp>(use.getOwner()))
    values.insert(inner.getBeforeArguments()[number]);
  return inner && isa<scf::YieldOp>(use.getOwner());
}

bool Dependents::addUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<scf::YieldOp>(user))
    return addPassed(use);
  if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    if (use.getOperandNumber() == 0)
      return false;
    auto inner = cast<scf::WhileOp>(condition->getParentOp());
    values.insert(inner.getAfterArguments()[use.getOperandNumber() - 1]);
    values.insert(inner.getResult(use.getOperandNumber() - 1));
    return true;
  }
  if (auto inner = dyn_cast<scf::ForOp>(user)) {
    OpResult result = inner.getTiedLoopResult(&use);
    if (!result)
      return false;
    values.insert(result);
    values.insert(inner.getTiedLoopRegionIterArg(result));
    return true;
  }
  if (auto inner = dyn_cast<scf::WhileOp>(user)) {
    values.insert(inner.getBeforeArguments()[use.getOperandNumber()]);
    return true;
  }
  if (user->getNumRegions() != 0 || !isMemoryEffectFree(user) ||
      user->hasTrait<OpTrait::IsTerminator>())
    return false;
  values.insert(user->result_begin(), user->result_end());
  return true;
}

bool Dependents::areUnused() {
  // A loop around may pass it on to its own next iteration.
  values.insert(loop.getResult(carried));
  for (unsigned next = 0; next != values.size(); ++next)
    for (OpOperand &use : values[next].getUses())
      if (!addUse(use))
        return false;
  return true;
}

LogicalResult weft::dropCarried(scf::ForOp loop) {
  if (!llvm::all_of(llvm::seq(loop.getNumRegionIterArgs()),
                    [&](unsigned carried) {
                      return Dependents(loop, carried).areUnused();
                    }))
    return failure();
  for (auto [argument, result, init] : llvm::zip_equal(
           loop.getRegionIterArgs(), loop.getResults(), loop.getInitArgs())) {
    argument.replaceAllUsesWith(init);
    result.replaceAllUsesWith(init);
  }
  Block *body = loop.getBody();
  body->getTerminator()->setOperands({});
  body->eraseArguments(1, body->getNumArguments() - 1);
  return success();
}

LogicalResult ParallelLoop::convert() {
  if (!loop.getInductionVar().getType().isIndex() ||
      getConstantIntValue(loop.getStep()) != 1 || loop.getUnsignedCmp())
    return loop.emitError("cannot run a loop in parallel that does not count "
                          "signed values of type 'index' by one");
  if (failed(dropCarried(loop)))
    return loop.emitError("cannot run a loop in parallel whose iterations "
                          "change what later ones use");
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  SmallVector<Value> captured =
      llvm::filter_to_vector(used.getArrayRef(), [](Value value) {
        return !matchPattern(value, m_Constant());
      });
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value count =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, lower, upper), lower);
  Value numThreads = emitNumThreads(b, symbols.getOp());
  if (!numThreads)
    return failure();
  Value size = emitPartSize(count, numThreads);
  Value numParts = arith::CeilDivUIOp::create(b, count, size);
  func::FuncOp part = outline(captured);
  emitParts(numParts, numThreads, [&](Value number) {
    Value begin =
        arith::AddIOp::create(b, lower, arith::MulIOp::create(b, number, size));
    // The last part may be shorter.
    Value rest = arith::SubIOp::create(b, upper, begin);
    Value end =
        arith::AddIOp::create(b, begin, arith::MinSIOp::create(b, rest, size));
    SmallVector<Value> arguments(captured);
    arguments.append({begin, end});
    func::CallOp::create(b, part, arguments);
  });
  loop.erase();
  return success();
}

namespace {
struct ConvertParallelLoops
    : weft::impl::ConvertParallelLoopsBase<ConvertParallelLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kParallelAttr))
        loops.push_back(loop);
    });
    SymbolTableCollection tables;
    for (scf::ForOp loop : loops) {
      // The part is a function beside the one that has the loop.
      Operation *table = SymbolTable::getNearestSymbolTable(loop);
      auto function = loop->getParentOfType<func::FuncOp>();
      if (!table || !function || function->getParentOp() != table) {
        loop.emitError("cannot run a loop in parallel outside of a "
                       "'func.func' in a module");
        return signalPassFailure();
      }
      if (failed(ParallelLoop(loop, tables.getSymbolTable(table)).convert()))
        return signalPassFailure();
    }
  }
};
} // namespace
