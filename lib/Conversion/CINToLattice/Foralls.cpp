//===- Foralls.cpp - Lowering foralls ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall becomes the coiteration of the lattice of its iteration domain: one
// region per lattice point, with the body lowered for the operands that are
// present at it (thesis, figure 5-2).
//
//===----------------------------------------------------------------------===//

#include "Coiteration.h"
#include "KernelLowering.h"

#include "weft/Analysis/LatticeFromIR.h"
#include "weft/Conversion/KernelAttributes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::advancePaths(Operation *op, Scope &scope) {
  for (Path &path : scope.paths) {
    Value storage = scope.storages.lookup(path.ref);
    if (!storage || path.absent)
      continue;
    level::FormatAttr format = formatOf(path.ref);
    if (!path.begin) {
      path.begin = constantIndex(0);
      path.end = constantIndex(1);
    }
    while (path.depth != format.getNumLevels() &&
           isBound(path.ref, path.variables, path.depth, scope))
      if (failed(advancePath(op, path, storage, scope)))
        return failure();
  }
  return success();
}

LogicalResult KernelLowering::advancePath(Operation *op, Path &path,
                                          Value storage, const Scope &scope) {
  level::FormatAttr format = formatOf(path.ref);
  level::LevelTypeAttrInterface type = format.getLevelType(path.depth);
  SmallVector<Value> coords =
      outerCoordinates(path.ref, path.variables, path.depth + 1, scope);
  if (type.hasLocate()) {
    if (path.depth != 0 && !format.getLevelType(path.depth - 1).isUnique())
      return op->emitOpError("cannot access ")
             << nameOf(path.ref) << ": its level " << path.depth << " (" << type
             << ") is located in below level " << path.depth - 1 << " ("
             << format.getLevelType(path.depth - 1)
             << "), which may store a coordinate several times";
    locateLevel(op->getLoc(), path, storage, coords);
    return success();
  }
  // A diagonal or a literal is the only coordinate that is ever wanted here. In
  // other orders of the foralls, each coordinate would be searched for.
  SmallVector<Value> above;
  for (int64_t outer = 0; outer != path.depth; ++outer)
    llvm::append_range(above, boundBy(path.ref, path.variables, outer));
  bool isWanted = llvm::all_of(
      boundBy(path.ref, path.variables, path.depth),
      [&](Value variable) { return llvm::is_contained(above, variable); });
  if (!isWanted || !type.hasPositionIterate() || !type.isOrdered())
    return op->emitOpError("cannot access ")
           << nameOf(path.ref) << " in this order of the foralls: level "
           << path.depth << " (" << type
           << ") cannot be located in, and its variable is bound before its "
              "parent";
  searchLevel(op->getLoc(), path, storage, coords.back());
  return success();
}

void KernelLowering::locateLevel(Location loc, Path &path, Value storage,
                                 ValueRange coords) {
  bool isFull = formatOf(path.ref).getLevelType(path.depth).isFull();
  auto emitLocate = [&] {
    return level::LocateOp::create(builder, loc, storage, path.depth,
                                   path.begin, coords)
        .getResults();
  };
  // Only a level that has every coordinate tells a position without a look at
  // what is stored below a parent that there may not be.
  SmallVector<Value> located;
  if (!path.present || isFull) {
    located = emitLocate();
  } else {
    auto ifOp = scf::IfOp::create(
        builder, loc, path.present,
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, emitLocate());
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, {constantIndex(0), path.present});
        });
    located = ifOp.getResults();
  }
  path.begin = located[0];
  path.end = next(path.begin);
  ++path.depth;
  if (isFull)
    emptyIfAbsent(path);
  else
    guardPath(path, located[1]);
}

void KernelLowering::searchLevel(Location loc, Path &path, Value storage,
                                 Value coordinate) {
  auto bounds = level::PosBoundsOp::create(builder, loc, storage, path.depth,
                                           path.begin, path.end);
  auto search = [&](Value from, Value target) -> Value {
    return level::SearchOp::create(builder, loc, storage, path.depth, from,
                                   bounds.getEnd(), target);
  };
  path.begin = search(bounds.getBegin(), coordinate);
  path.end = search(path.begin, next(coordinate));
  ++path.depth;
  guardPath(path, arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        path.begin, path.end));
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

Value KernelLowering::getState(Value ref, const Scope &scope) {
  Value scalar = scope.scalars.lookup(ref);
  return scalar ? scalar : scope.builders.lookup(ref);
}

SmallVector<Value> KernelLowering::getStates(ArrayRef<Value> carried,
                                             const Scope &scope) {
  SmallVector<Value> states;
  for (Value ref : carried) {
    states.push_back(getState(ref, scope));
    if (Value presence = scope.presences.lookup(ref))
      states.push_back(presence);
    if (Value counter = scope.counters.lookup(ref))
      states.push_back(counter);
  }
  return states;
}

void KernelLowering::setStates(ArrayRef<Value> carried, ValueRange states,
                               Scope &scope) {
  auto state = states.begin();
  for (Value ref : carried) {
    auto scalar = scope.scalars.find(ref);
    if (scalar != scope.scalars.end())
      scalar->second = *state++;
    else
      scope.builders[ref] = *state++;
    auto presence = scope.presences.find(ref);
    if (presence != scope.presences.end())
      presence->second = *state++;
    auto counter = scope.counters.find(ref);
    if (counter != scope.counters.end())
      counter->second = *state++;
  }
}

SmallVector<Value> KernelLowering::getCarried(cin::ForallOp forall,
                                              const Scope &scope) {
  SmallVector<Value> carried;
  forall.walk([&](cin::AssignOp assign) {
    Value ref = assign.getRef();
    // Scalars are values, which are not needed to count.
    if (counting && !scope.builders.contains(ref))
      return;
    if (getState(ref, scope) && !llvm::is_contained(carried, ref))
      carried.push_back(ref);
  });
  return carried;
}

//===----------------------------------------------------------------------===//
// Foralls
//===----------------------------------------------------------------------===//

/// Tells why a domain has no lattice, in the terms of the kernel.
static LogicalResult reportLatticeError(cin::ForallOp forall,
                                        llvm::Error error) {
  InFlightDiagnostic diagnostic = forall.emitOpError("cannot coiterate ")
                                  << forall.getNameAttr() << ": ";
  llvm::handleAllErrors(std::move(error), [&](llvm::ErrorInfoBase &info) {
    diagnostic << info.message();
  });
  return diagnostic;
}

/// The name with all that cannot stand in a keyword replaced.
static std::string toKeyword(std::string name) {
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name.empty() || llvm::isDigit(name.front()) ? "_" + name : name;
}

cin::AssignOp KernelLowering::findOrdered(cin::ForallOp forall, bool unique,
                                          const Scope &scope) {
  cin::AssignOp found;
  forall.walk([&](cin::AssignOp assign) -> WalkResult {
    Value ref = assign.getRef();
    level::FormatAttr format = formatOf(ref);
    // A coordinate list takes whatever comes; levels with insert take every
    // coordinate once, in any order.
    int64_t depth = scope.targets.lookup(assign).depth;
    bool inserts = llvm::all_of(
        llvm::seq(depth, format.getNumLevels()),
        [&](int64_t level) { return format.getLevelType(level).hasInsert(); });
    if (!getState(ref, scope) || format.isCoordinateList() ||
        (inserts && (unique || format.getNumLevels() == 0)))
      return WalkResult::advance();
    found = assign;
    return WalkResult::interrupt();
  });
  return found;
}

llvm::Expected<Coiteration>
KernelLowering::chooseInOrder(cin::ForallOp forall,
                              const analysis::IterationDomain &domain,
                              SmallVectorImpl<analysis::Segment> &segments,
                              const Scope &scope, Disorder &disorder) {
  size_t numForalls = 0;
  forall->walk([&](cin::ForallOp) { ++numForalls; });
  while (true) {
    llvm::Expected<Coiteration> chosen = chooseCoiteration(
        domain, segments, scope.numCopies, numForalls, maxCopies);
    if (!chosen)
      return chosen;
    bool isChanged = false;
    for (unsigned id = 0, e = segments.size(); id != e && !isChanged; ++id) {
      analysis::Segment &segment = segments[id];
      if (segment.ordered ||
          llvm::none_of(chosen->points, [&](const auto &point) {
            return point.iterators.test(id);
          }))
        continue;
      cin::AssignOp assign = findOrdered(forall, segment.unique, scope);
      if (!assign)
        continue;
      if (!segment.canLocate()) {
        disorder = {assign, segment.name};
        return chosen;
      }
      // The coordinates of the dimension are in order.
      segment.iterable = false;
      isChanged = true;
    }
    if (!isChanged)
      return chosen;
  }
}

LogicalResult KernelLowering::lowerForall(cin::ForallOp forall, Scope &scope) {
  Location loc = forall.getLoc();
  if (forall.getUnit() || forall.getUnroll() || forall.getMerge())
    return forall.emitOpError("tags are not supported yet");

  // The segments: the accesses whose next level stores this variable.
  SmallVector<unsigned> participants;
  SmallVector<analysis::Segment> table;
  Segments segments;
  llvm::StringSet<> names;
  forall.walk([&](cin::AccessOp access) {
    unsigned number = pathOf(access);
    const Path &path = scope.paths[number];
    if (!scope.storages.contains(path.ref) || path.absent ||
        path.depth == formatOf(path.ref).getNumLevels() ||
        variableOf(path.ref, path.variables, path.depth) !=
            forall.getVariable() ||
        !segments.try_emplace(number, participants.size()).second)
      return;
    level::LevelTypeAttrInterface type =
        formatOf(path.ref).getLevelType(path.depth);
    std::string base =
        (toKeyword(nameOf(path.ref)) + Twine(path.depth + 1)).str();
    std::string name = base;
    for (unsigned copy = 2; !names.insert(name).second; ++copy)
      name = (base + "_" + Twine(copy)).str();
    participants.push_back(number);
    table.push_back(analysis::getSegment(name, type));
  });

  analysis::IterationDomain domain =
      getDomain(cin::getStatement(*forall.getBlock()), scope, segments);
  if (domain.isEmpty())
    return success();
  Disorder disorder;
  llvm::Expected<Coiteration> chosen =
      chooseInOrder(forall, domain, table, scope, disorder);
  if (!chosen)
    return reportLatticeError(forall, chosen.takeError());
  if (disorder.assign)
    return disorder.assign.emitOpError("assigns ")
           << nameOf(disorder.assign.getRef()) << " in the order of segment "
           << disorder.segment
           << ", which is not ordered; a workspace is needed";

  bool isWindowed = leavesExtent(forall, participants, scope);
  if (isWindowed && failed(verifyWindow(forall, participants, scope)))
    return failure();

  FailureOr<SmallVector<Appending>> appending = beginAppending(forall, scope);
  if (failed(appending))
    return failure();

  // The coiteration, with a region per point.
  SmallVector<Value> storages, begins, ends, coords, inits;
  SmallVector<StringRef> segmentNames;
  SmallVector<int64_t> levels;
  for (auto [number, segment] : llvm::zip_equal(participants, table)) {
    const Path &path = scope.paths[number];
    storages.push_back(scope.storages.lookup(path.ref));
    begins.push_back(path.begin);
    ends.push_back(path.end);
    llvm::append_range(
        coords, outerCoordinates(path.ref, path.variables, path.depth, scope));
    segmentNames.push_back(segment.name);
    levels.push_back(path.depth);
  }
  SmallVector<Value> carried = getCarried(forall, scope);
  llvm::append_range(inits, getStates(carried, scope));
  SmallVector<Attribute> iterators, locators;
  auto toAttribute = [&](const llvm::SmallBitVector &set) {
    return builder.getDenseI64ArrayAttr(llvm::map_to_vector(
        set.set_bits(), [](unsigned bit) -> int64_t { return bit; }));
  };
  for (const analysis::LatticePoint &point : chosen->points) {
    iterators.push_back(toAttribute(point.iterators));
    locators.push_back(toAttribute(point.locators));
  }
  auto coiterate = lattice::CoiterateOp::create(
      builder, loc, TypeRange(ValueRange(inits)), forall.getNameAttr(),
      constantIndex(0), emitUpper(forall, scope), storages, begins, ends,
      coords, inits, builder.getStrArrayAttr(segmentNames),
      builder.getDenseI64ArrayAttr(levels), builder.getArrayAttr(iterators),
      builder.getArrayAttr(locators),
      isWindowed ? builder.getUnitAttr() : UnitAttr(),
      chosen->guarded ? builder.getUnitAttr() : UnitAttr(),
      chosen->guarded ? 1 : chosen->points.size());
  if (chosen->guarded)
    coiterate->setAttr(kCopiesAttr, builder.getDenseI64ArrayAttr(
                                        {chosen->exactCopies, chosen->limit}));

  for (unsigned region = 0, e = coiterate.getBodies().size(); region != e;
       ++region) {
    OpBuilder::InsertionGuard guard(builder);
    Scope inner = scope;
    inner.numCopies = chosen->numCopies[region];
    if (failed(lowerRegion(forall, coiterate, region, participants, carried,
                           *appending, std::move(inner))))
      return failure();
  }
  setStates(carried, coiterate.getResults(), scope);
  for (const Appending &level : *appending)
    endAppending(level, scope);
  return success();
}

void KernelLowering::guardPath(Path &path, Value present) {
  path.present = path.present ? arith::AndIOp::create(builder, present.getLoc(),
                                                      path.present, present)
                              : present;
  emptyIfAbsent(path);
}

void KernelLowering::emptyIfAbsent(Path &path) {
  if (!path.present)
    return;
  Location loc = path.present.getLoc();
  Value zero = constantIndex(0);
  path.begin =
      arith::SelectOp::create(builder, loc, path.present, path.begin, zero);
  path.end =
      arith::SelectOp::create(builder, loc, path.present, path.end, zero);
}

LogicalResult KernelLowering::lowerRegion(
    cin::ForallOp forall, lattice::CoiterateOp coiterate, unsigned region,
    ArrayRef<unsigned> participants, ArrayRef<Value> carried,
    ArrayRef<Appending> appending, Scope scope) {
  Location loc = forall.getLoc();
  SmallVector<int64_t> present = coiterate.getSegmentsOfRegion(region);
  SmallVector<Type> types = coiterate.getRegionArgumentTypes(region);
  Block *block = builder.createBlock(&coiterate.getBodies()[region], {}, types,
                                     SmallVector<Location>(types.size(), loc));

  // Segments without arguments are absent; the others have positions.
  auto argument = block->args_begin();
  scope.coordinates[forall.getVariable()] = *argument++;
  bindSplits(scope);
  for (auto [segment, number] : llvm::enumerate(participants))
    scope.paths[number].absent = !llvm::is_contained(present, segment);
  for (int64_t segment : present) {
    Path &path = scope.paths[participants[segment]];
    path.begin = *argument++;
    path.end = coiterate.hasPositionRange(segment) ? Value(*argument++)
                                                   : next(path.begin);
    ++path.depth;
    Value isPresent = coiterate.getGuarded() ? Value(*argument++) : Value();
    if (isPresent && !coiterate.getLevelType(segment).isFull())
      guardPath(path, isPresent);
    else
      emptyIfAbsent(path);
  }
  setStates(carried,
            block->getArguments().take_back(coiterate.getInits().size()),
            scope);

  if (failed(advancePaths(forall, scope)))
    return failure();
  Operation *body = cin::getStatement(*forall.getBlock());
  if (!isVoid(body, scope)) {
    // What the assignments do here is known before workspaces are produced
    // further inside.
    SmallVector<bool> appends;
    for (const Appending &level : appending)
      appends.push_back(!isVoid(level.assign, scope));
    SmallVector<Value> begins;
    for (const Appending &level : appending)
      begins.push_back(beginCoordinate(level, scope));
    advanceTargets(scope);
    if (failed(lowerStatement(body, scope)))
      return failure();
    for (auto [level, begin, isAppended] :
         llvm::zip_equal(appending, begins, appends))
      endCoordinate(level, begin, isAppended, scope);
  }
  lattice::YieldOp::create(builder, loc, getStates(carried, scope));
  return success();
}
