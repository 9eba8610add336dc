//===- TargetSegments.cpp - Segments that foralls append --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which foralls begin and end the segments of levels that are appended to, and
// how much room they make for what they append.
//
//===----------------------------------------------------------------------===//

#include "DomainAnalysis.h"
#include "IndexVariables.h"
#include "Targets.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Dialect/Weft/IR/Estimates.h"
#include "weft/Support/InitialCapacity.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// The last of the levels that are appended together with `level`, and the
/// first.
static int64_t lastOfChain(level::FormatAttr format, int64_t level) {
  while (level + 1 != format.getNumLevels() &&
         format.getLevelType(level + 1).isBranchless())
    ++level;
  return level;
}
static int64_t firstOfChain(level::FormatAttr format, int64_t level) {
  while (format.getLevelType(level).isBranchless())
    --level;
  return level;
}

/// Whether variables that are bound together are what the next levels of a
/// tensor store, which take coordinates in order, but need not be appended to.
static bool bindsLevels(ArrayRef<Value> originals, const IndexedTensor &tensor,
                        int64_t level) {
  for (Value original : originals) {
    if (level == tensor.getNumLevels() ||
        tensor.getVariable(level) != original ||
        !tensor.getLevelType(level).hasInsert())
      return false;
    ++level;
  }
  return true;
}

/// Whether what a forall binds is the coordinate of one level alone, or a part
/// of it, in the order of the coordinates.
static bool bindsAppended(ArrayRef<Value> originals,
                          const IndexedTensor &tensor, int64_t level) {
  Value variable = tensor.getVariable(level);
  return variable && (originals.empty() ||
                      (originals.size() == 1 && originals.front() == variable));
}

/// Refuses a loop that does not reach the coordinates of a level in order.
static LogicalResult refuseScatter(const EmitContext &context,
                                   cin::ForallOp forall, Value ref,
                                   int64_t level) {
  StringRef name = context.info.getName(ref);
  InFlightDiagnostic error =
      forall.emitOpError("scatters into ")
      << name << ", whose level " << level + 1 << " ("
      << getFormat(ref).getLevelType(level)
      << ") takes coordinates in order only; a workspace is needed";
  error.attachNote(
      forall->getParentOfType<cin::KernelOp>()->getParentOp()->getLoc())
      << "hint: reorder the loops as the levels of " << name
      << " are, or choose a format of " << name
      << " that is dense, which takes coordinates in any order";
  return error;
}

FailureOr<SmallVector<Appending>>
Targets::beginSegments(cin::ForallOp forall, ArrayRef<Value> originals,
                       Scope &scope) const {
  SmallVector<Appending> segments;
  WalkResult result = forall.walk([&](cin::AssignOp assign) -> WalkResult {
    Value ref = assign.getRef();
    if (!scope.getTensor(ref).builder)
      return WalkResult::advance();
    level::FormatAttr format = getFormat(ref);
    if (!getTarget(ref).isBuiltByForalls() ||
        isVoid(assign, context.info, scope))
      return WalkResult::advance();
    TargetState &target = scope.targets[assign];
    if (!target.position)
      target.position = context.createIndex(0);
    auto appends = [&](int64_t level) {
      return !format.getLevelType(level).hasInsert();
    };
    if (llvm::all_of(
            llvm::seq(target.depth, format.getNumLevels()), [&](int64_t level) {
              return level::insertsInAnyOrder(format.getLevelType(level));
            }))
      return WalkResult::advance();
    // Several foralls may bind the coordinate of a level, one after the other:
    // tiles of what is appended follow each other, too.
    IndexedTensor tensor(assign);
    SmallVector<Value> foralls = tensor.getForalls(target.depth);
    size_t numForalls = foralls.size();
    llvm::erase_if(foralls, [&](Value variable) {
      return scope.coordinates.contains(variable);
    });
    // A coordinate that is bound is inserted where something is stored.
    if (foralls.empty() && !appends(target.depth))
      return WalkResult::advance();
    bool isNext = !foralls.empty() && foralls.front() == forall.getVariable();
    if (!(appends(target.depth)
              ? isNext && bindsAppended(originals, tensor, target.depth)
          : originals.empty() ? isNext
                              : bindsLevels(originals, tensor, target.depth)))
      return refuseScatter(context, forall, ref, target.depth);
    if (!appends(target.depth))
      return WalkResult::advance();
    Appending segment;
    segment.assign = assign;
    segment.first = firstOfChain(format, target.depth);
    segment.last = lastOfChain(format, target.depth);
    segment.bindsLevel = foralls.size() == 1;
    segment.atFirst =
        target.depth == segment.first && foralls.size() == numForalls;
    segment.atLast = target.depth == segment.last && segment.bindsLevel;
    if (segment.atFirst) {
      segment.parent = target.position;
      assemblies.get(ref, scope).beginSegment(segment, scope);
    }
    segments.push_back(segment);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return segments;
}

void Targets::endSegments(ArrayRef<Appending> segments, Scope &scope) const {
  for (const Appending &segment : segments)
    if (segment.atFirst)
      assemblies.get(segment.getRef(), scope).endSegment(segment, scope);
}

/// Whether threads share the iterations of a forall, or of one between it and
/// an operation.
static bool isShared(cin::ForallOp forall, Operation *op) {
  for (auto inner = op->getParentOfType<cin::ForallOp>();
       inner && forall->isAncestor(inner);
       inner = inner->getParentOfType<cin::ForallOp>())
    if (inner.getUnit() == cin::ParallelUnit::CPUThread)
      return true;
  return false;
}

SmallVector<cin::AssignOp> Targets::beginRuns(cin::ForallOp forall,
                                              Scope &scope) const {
  SmallVector<cin::AssignOp> begun;
  forall.walk([&](cin::AssignOp assign) {
    Value ref = assign.getRef();
    bool isRun = context.info.isInRuns(ref) &&
                 assign->getParentOfType<cin::ForallOp>() == forall;
    // One table serves all segments that come one after the other.
    TensorState tensor = scope.getTensor(ref);
    bool isCollected = context.info.isCollected(ref) && tensor.builder &&
                       !tensor.table && !isShared(forall, assign);
    if (isRun || isCollected)
      begun.push_back(assign);
  });
  for (cin::AssignOp assign : begun)
    if (context.info.isInRuns(assign.getRef()))
      runs.begin(assign, scope);
    else
      collected.begin(assign, scope);
  return begun;
}

void Targets::endRuns(ArrayRef<cin::AssignOp> assigns, Scope &scope) const {
  for (cin::AssignOp assign : assigns)
    if (context.info.isInRuns(assign.getRef()))
      runs.end(assign, scope);
    else
      collected.end(assign, scope);
}

/// Whether threads share the iterations of a forall or of one around, so that
/// each appends to arrays of its own. Where threads are optional, the first one
/// appends to the arrays of the result.
static bool hasArraysOfThreads(cin::ForallOp forall) {
  for (; forall; forall = forall->getParentOfType<cin::ForallOp>())
    if (forall.getUnit() == cin::ParallelUnit::CPUThread)
      return !forall.getOptional();
  return false;
}

/// How many entries an output of a kernel is estimated to have, if that is
/// noted on the value that it takes its sizes from.
static std::optional<int64_t> findEstimate(cin::KernelOp kernel, Value ref) {
  for (auto [output, other] :
       llvm::zip_equal(kernel.getOutputs(), kernel.getOutputRefs())) {
    Operation *sizes = other == ref ? output.getDefiningOp() : nullptr;
    if (auto estimate =
            sizes ? sizes->getAttrOfType<IntegerAttr>(kEstimatedEntriesAttr)
                  : IntegerAttr())
      return estimate.getInt();
  }
  return std::nullopt;
}

/// Emits the initial capacity, in coordinates, of levels up to `last`, to which
/// each iteration of a forall appends `count` coordinates: the bound that
/// `emitTotal` gives or else, for the last level, the estimate. Null if neither
/// is known.
static Value
emitInitialCapacity(const EmitContext &context, Value ref, int64_t last,
                    int64_t count, Operation *begin,
                    llvm::function_ref<Value(Operation *)> emitTotal) {
  OpBuilder &builder = context.builder;
  Location loc = begin->getLoc();
  if (Value total = emitTotal(begin)) {
    Value most = context.createIndex(kMaxInitialEntries / count);
    total = arith::MinSIOp::create(builder, loc, total, most);
    return count == 1 ? total
                      : arith::MulIOp::create(builder, loc, total,
                                              context.createIndex(count));
  }
  auto estimate = findEstimate(context.info.getKernel(), ref);
  if (!estimate || last + 1 != getFormat(ref).getNumLevels())
    return Value();
  return context.createIndex(std::min(*estimate, kMaxInitialEntries));
}

/// Makes room for what a forall appends to a result, up to a number of entries,
/// where the assembly begins: if it is known or estimated there, and is more
/// than the forall makes itself.
static void reserveAtBegin(const EmitContext &context, Value ref,
                           const TensorState &tensor, int64_t first,
                           IntegerAttr last, int64_t count,
                           llvm::function_ref<Value(Operation *)> emitTotal) {
  level::InitOp begin = tensor.begin;
  if (!begin || begin.getState() == tensor.builder ||
      begin.getState().getType() != tensor.builder.getType())
    return;
  level::Assembly assembly = begin.getState().getType().getAssembly();
  if (assembly != level::Assembly::Fused &&
      assembly != level::Assembly::Assemble)
    return;
  OpBuilder &builder = context.builder;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(begin);
  Value total = emitInitialCapacity(context, ref, last ? last.getInt() : first,
                                    count, begin, emitTotal);
  if (!total)
    return;
  builder.setInsertionPointAfter(begin);
  auto room = level::ReserveCoordsOp::create(
      builder, begin.getLoc(), begin.getState().getType(), begin.getState(),
      first, last, total);
  begin.getState().replaceAllUsesExcept(room, room);
}

void Targets::reserve(cin::ForallOp forall, ArrayRef<Appending> segments,
                      ArrayRef<Value> parts,
                      llvm::function_ref<Value()> emitBound,
                      llvm::function_ref<Value(Operation *)> emitTotal,
                      Scope &scope) const {
  OpBuilder &builder = context.builder;
  // What was reserved is not in the builders of parts.
  for (Value ref : parts)
    for (int64_t level : llvm::seq(getFormat(ref).getNumLevels()))
      scope.reserved.erase({ref, level});
  // How many coordinates each iteration appends to a level, at most.
  llvm::MapVector<std::pair<Value, int64_t>, int64_t> numAppends;
  for (const Appending &segment : segments)
    for (int64_t level = segment.first; level <= segment.last; ++level)
      numAppends[{segment.getRef(), level}] += segment.atLast;
  forall.walk([&](cin::AssignOp assign) {
    Value ref = assign.getRef();
    // A run of one parent is bound inside of that. Tiles of several go over
    // parts of what would bound them.
    level::FormatAttr format = getFormat(ref);
    int64_t first =
        context.info.isInRuns(ref) ? analysis::getFirstAppended(format) : 0;
    bool isRun = context.info.isInRuns(ref) &&
                 scope.targets.lookup(assign).depth == first;
    if (!scope.getTensor(ref).builder ||
        (!isRun && !getTarget(ref).appendsEntries()))
      return;
    // Foralls further inside make room for what they append themselves.
    bool isHere = assign->getParentOfType<cin::ForallOp>() == forall;
    for (int64_t level : llvm::seq(first, format.getNumLevels()))
      numAppends[{ref, level}] += isHere;
  });
  std::optional<Value> bound;
  for (auto next = numAppends.begin(); next != numAppends.end();) {
    auto [ref, first] = next->first;
    int64_t count = next->second, last = first;
    // Levels that are appended to alike share a check.
    for (++next;
         next != numAppends.end() &&
         next->first == std::make_pair(ref, last + 1) && next->second == count;
         ++next)
      ++last;
    for (int64_t level = first; level <= last; ++level)
      scope.reserved.erase({ref, level});
    if (count == 0 || assemblies.getNumbering(ref, scope) ||
        llvm::is_contained(parts, ref))
      continue;
    if (!bound)
      bound = emitBound();
    IntegerAttr lastAttr =
        last == first ? IntegerAttr() : builder.getI64IntegerAttr(last);
    bool isList =
        combinesEntries(context.info, ref, scope.tensors[ref].builder);
    if (!isList && !hasArraysOfThreads(forall))
      reserveAtBegin(context, ref, scope.tensors[ref], first, lastAttr, count,
                     [&](Operation *begin) {
                       return *bound ? emitTotal(begin) : Value();
                     });
    if (!*bound)
      continue;
    Location loc = forall.getLoc();
    Value number = *bound;
    if (count != 1)
      number = arith::MulIOp::create(builder, loc, number,
                                     context.createIndex(count));
    if (!reserveEntries(context, loc, ref, number, scope)) {
      Value &state = scope.tensors[ref].builder;
      state = level::ReserveCoordsOp::create(builder, loc, state.getType(),
                                             state, first, lastAttr, number);
    }
    for (int64_t level = first; level <= last; ++level)
      scope.reserved.insert({ref, level});
  }
}

OpenCoordinate Targets::beginCoordinate(const Appending &appending,
                                        Scope &scope) const {
  cin::AssignOp assign = appending.assign;
  Value ref = assign.getRef();
  TargetState &target = scope.targets[assign];
  target.depth += appending.bindsLevel;
  if (!appending.atLast)
    return {};
  OpenCoordinate open =
      assemblies.get(ref, scope).beginCoordinate(appending, scope);
  target.position = open.position;
  bool isComponent = target.depth == getFormat(ref).getNumLevels();
  // What may turn out not to be stored has no place before it is.
  bool hasPlace = !open.counts || !assemblies.getNumbering(ref, scope);
  if (isComponent && hasPlace && !scope.counting && assign.isCompound() &&
      reducesInside(assign)) {
    RankedTensorType type = getTensorType(ref);
    Value &state = scope.tensors[ref].builder;
    Value fill = buildScalar(context.builder, assign.getLoc(),
                             level::getFill(type), type.getElementType());
    state = level::StoreOp::create(
        context.builder, assign.getLoc(), state.getType(), fill, state,
        target.position, scope.isReserved(ref, target.depth - 1));
  }
  return open;
}

void Targets::endCoordinate(const Appending &appending, OpenCoordinate open,
                            bool isAppended, Scope &scope) const {
  if (appending.atLast)
    assemblies.get(appending.getRef(), scope)
        .endCoordinate(appending, open, isAppended, scope);
}
