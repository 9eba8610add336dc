//===- ParallelTargets.cpp - Results assembled by threads -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which results the iterations of a forall can assemble at the same time: those
// in which different components have places of their own, those whose entries
// are counted under parents that are known, and, in parts that are joined,
// those that are appended to and those whose segments are filled in any order.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "weft/Analysis/Races.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether what a level stores is at places that the coordinates tell: nothing,
/// or a byte for each position.
static bool hasFixedPlaces(level::LevelTypeAttrInterface type) {
  if (!level::insertsInAnyOrder(type))
    return false;
  SmallVector<level::LevelArray> arrays;
  type.getArrays(arrays);
  return llvm::all_of(arrays, [](const level::LevelArray &array) {
    return array.kind == level::LevelArray::Kind::Presence;
  });
}

/// Whether different iterations of a forall that may run at the same time have
/// different coordinates in the first `numLevels` levels.
static bool keepsApart(const IndexedTensor &tensor, int64_t numLevels,
                       cin::ForallOp forall) {
  SmallVector<Value> variables;
  for (int64_t level : llvm::seq(numLevels))
    variables.push_back(tensor.getVariable(level));
  return analysis::tellsIteration(forall, variables);
}

/// The first level from `level` on at which iterations of a forall, which have
/// different components, may write to the same place, or to one that depends on
/// other iterations; the number of levels if there is none.
static int64_t findTurns(cin::AssignOp assign, cin::ForallOp forall,
                         int64_t level) {
  IndexedTensor tensor(assign);
  for (; level < tensor.getNumLevels(); ++level) {
    level::LevelTypeAttrInterface type = tensor.getLevelType(level);
    if (!hasFixedPlaces(type))
      break;
    if (type.isFull())
      continue;
    // What is stored there depends on the coordinates down to this one.
    if (!keepsApart(tensor, level + 1, forall))
      break;
  }
  return level;
}

/// Whether all levels before `end` are full.
static bool areFull(level::FormatAttr format, int64_t begin, int64_t end) {
  return llvm::all_of(llvm::seq(begin, end), [&](int64_t level) {
    return format.getLevelType(level).isFull();
  });
}

/// The first level that parts are not joined at; the number of levels if there
/// is none.
static int64_t findUnjoined(level::FormatAttr format) {
  int64_t level = 0;
  for (; level != format.getNumLevels(); ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    bool isJoined = type.hasAppend() ? !type.sharesPositions()
                                     : hasFixedPlaces(type) && type.isFull();
    if (!isJoined)
      break;
  }
  return level;
}

/// Says which level something is about.
static std::string describeLevel(level::FormatAttr format, int64_t level) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "level " << level + 1 << " (" << format.getLevelType(level) << ")";
  return text;
}

/// Says why a result is not assembled in parts; empty if it can be.
static std::string whyNotJoined(level::FormatAttr format) {
  int64_t unjoined = findUnjoined(format);
  if (unjoined == format.getNumLevels())
    return "";
  return "it would be assembled in parts, which are not joined at " +
         describeLevel(format, unjoined) +
         "; choose dense or compressed for it";
}

/// Why the entries of a result whose segments are counted first cannot be
/// stored at the same time; empty if they can. From a level on, what is stored
/// depends on other iterations.
static std::string whyNotCounted(level::FormatAttr format, int64_t level,
                                 bool isAppendedHere) {
  // The arrays of counts grow with a table.
  for (int64_t above : llvm::seq(level))
    if (format.getLevelType(above).hasInsert() &&
        !hasFixedPlaces(format.getLevelType(above)))
      return "coordinates are counted in " + describeLevel(format, level) +
             ", whose segments are numbered as coordinates come to " +
             describeLevel(format, above) +
             "; choose dense or compressed for it";
  // Segments of known parents are counted and filled apart.
  if (!isAppendedHere && areFull(format, level + 1, format.getNumLevels()))
    return "";
  int64_t unknown = isAppendedHere ? level : level + 1;
  while (areFull(format, unknown, unknown + 1))
    ++unknown;
  return "coordinates are counted in " + describeLevel(format, unknown) +
         ", whose segments are not known before; assemble it in one phase";
}

std::string Targets::whyNotAppended(cin::AssignOp assign, cin::ForallOp forall,
                                    int64_t level, bool isAppendedHere,
                                    const Scope &scope) const {
  Value ref = assign.getRef();
  level::FormatAttr format = getFormat(ref);
  level::Assembly assembly =
      scope.getTensor(ref).getBuilderType().getAssembly();
  if (assembly != level::Assembly::Fused &&
      assembly != level::Assembly::Assemble)
    return "its structure is kept, in which coordinates are looked for one "
           "after the other; assemble it anew";
  if (std::string unjoined = whyNotJoined(format); !unjoined.empty())
    return unjoined;
  // Parents that are not appended here are known, and each of one iteration.
  if (getTarget(ref).appendsEntries() || isAppendedHere ||
      (areFull(format, 0, level) &&
       keepsApart(IndexedTensor(assign), level, forall)))
    return "";
  return "coordinates are appended to " + describeLevel(format, level) +
         " below parents that are not those of one iteration; run a loop "
         "around these in parallel";
}

/// Why the iterations of a forall cannot fill segments in another order than
/// that of their parents at the same time, in parts; empty if they can.
static std::string whyNotFilled(cin::ForallOp forall,
                                level::Assembly assembly) {
  if (forall.getUnit() == cin::ParallelUnit::CPUVector)
    return "its segments are filled in another order than that of their "
           "parents, one component after the other; choose the order of the "
           "loops for its format";
  if (assembly != level::Assembly::Count && assembly != level::Assembly::Place)
    return "its structure is kept, in which coordinates are looked for one "
           "after the other; assemble it anew";
  // A part counts for each parent once, and places once.
  if (forall->getParentOfType<cin::ForallOp>())
    return "its segments are filled in another order than that of their "
           "parents, by parts of all iterations; run the outermost loop in "
           "parallel";
  return "";
}

Targets::ParallelAssembly
Targets::getParallelAssembly(cin::AssignOp assign, cin::ForallOp forall,
                             ArrayRef<Appending> segments,
                             const Scope &scope) const {
  auto refuse = [](std::string why) { return ParallelAssembly{false, why}; };
  // What a GPU computes has its place before.
  auto assemble = [&](std::string whyNot) {
    if (whyNot.empty() && analysis::isOnGPU(forall))
      whyNot = "a GPU computes results whose components have places of their "
               "own before; choose dense";
    return ParallelAssembly{true, whyNot};
  };
  Value ref = assign.getRef();
  TensorState tensor = scope.getTensor(ref);
  const TargetStrategy &target = getTarget(ref);
  bool isVector = analysis::mayCarryPartialResults(forall);
  // Each lane has a scalar that it combines into, also where races for it could
  // be ignored.
  bool hasPartials =
      isVector && forall.getRaces() != cin::RaceStrategy::NoRaces;
  if (!tensor.getMutable() || (tensor.scalar && hasPartials) ||
      (tensor.builder && target.knowsPositions()))
    return {};
  bool isNumbered = tensor.builder && assemblies.getNumbering(ref, scope);
  bool isAppendedHere = llvm::any_of(segments, [&](const Appending &segment) {
    return segment.assign == assign;
  });
  level::FormatAttr format = getFormat(ref);
  if (tensor.builder && format.getNumSlots() != 0)
    return refuse("its entries take slots one after the other; choose a format "
                  "without slots");
  // Its one counter goes through all entries of a phase.
  if (tensor.builder && target.appendsEntries() && isNumbered)
    return refuse("its entries are counted one after the other; assemble it in "
                  "one phase");
  if (tensor.builder && context.info.isScattered(ref))
    return assemble(
        whyNotFilled(forall, tensor.getBuilderType().getAssembly()));
  if (tensor.builder && context.info.isInRuns(ref)) {
    if (assign->getParentOfType<cin::ForallOp>() == forall)
      return refuse("the coordinates of the loop are appended, one after the "
                    "other; split it, and run the tiles in parallel");
    return assemble(whyNotJoined(format));
  }
  if (tensor.builder && context.info.isCollected(ref)) {
    int64_t first = analysis::getFirstAppended(format);
    if (isVector || scope.targets.lookup(assign).depth == first ||
        !keepsApart(IndexedTensor(assign), first, forall))
      return refuse(
          "the coordinates of a segment are looked up in a table, one "
          "after the other; run a loop around its segments in "
          "parallel, or collect it in a workspace that is a list");
    return assemble(whyNotJoined(format));
  }
  int64_t depth = scope.targets.lookup(assign).depth;
  // What lanes store next to each other is counted by their number.
  if (isVector && tensor.builder &&
      areFull(format, depth, format.getNumLevels()))
    return {};
  if (!tensor.builder || (tensor.counter && !isAppendedHere) ||
      (!target.isBuiltByForalls() && !target.appendsEntries()))
    return refuse("its entries are stored one after the other");

  int64_t level =
      target.appendsEntries() ? 0 : findTurns(assign, forall, depth);
  if (level == format.getNumLevels())
    return {};
  if (hasFixedPlaces(format.getLevelType(level)))
    return refuse("different iterations may insert a coordinate into " +
                  describeLevel(format, level) +
                  "; choose dense, or run a loop over its coordinates in "
                  "parallel");
  if (format.getLevelType(level).hasInsert())
    return refuse("coordinates are inserted into " +
                  describeLevel(format, level) +
                  ", where they have no places of their own; choose dense, "
                  "compressed or bitmap");
  if (isNumbered && analysis::isOnGPU(forall))
    return assemble("");
  if (isNumbered)
    return refuse(whyNotCounted(format, level, isAppendedHere));
  // How much is stored below a coordinate is counted around the loop.
  if (tensor.counter)
    return refuse("its entries are counted one after the other; run a loop "
                  "around its segments in parallel");
  if (isVector)
    return refuse("the coordinates of the loop are appended, one after the "
                  "other; lanes take results that are dense along the loop");
  return assemble(whyNotAppended(assign, forall, level, isAppendedHere, scope));
}

FailureOr<SmallVector<Value>>
Targets::getPartitions(cin::ForallOp forall, ArrayRef<Appending> segments,
                       const Scope &scope) const {
  llvm::SetVector<Value> parts;
  if (!forall.getUnit())
    return SmallVector<Value>();
  bool isOptional = forall.getOptional();
  WalkResult result = forall.walk([&](cin::AssignOp assign) -> WalkResult {
    ParallelAssembly how = getParallelAssembly(assign, forall, segments, scope);
    if (how.whyNot.empty()) {
      if (how.inParts)
        parts.insert(assign.getRef());
      return WalkResult::advance();
    }
    if (isOptional)
      return WalkResult::interrupt();
    return forall.emitOpError("cannot assemble ")
           << context.info.getName(assign.getRef()) << " in parallel over '"
           << forall.getName() << "': " << how.whyNot;
  });
  if (!result.wasInterrupted())
    return llvm::to_vector(parts.getArrayRef());
  if (!isOptional)
    return failure();
  forall.removeUnitAttr();
  forall.removeRacesAttr();
  forall.removeDistributionAttr();
  forall.setOptional(false);
  return SmallVector<Value>();
}

Value Targets::getIsFound(cin::AssignOp assign, const Scope &scope) const {
  Value ref = assign.getRef();
  if (!scope.getTensor(ref).builder || !getTarget(ref).knowsPositions())
    return Value();
  bool isParallel = false;
  for (auto forall = assign->getParentOfType<cin::ForallOp>(); forall;
       forall = forall->getParentOfType<cin::ForallOp>())
    isParallel |= forall.getUnit().has_value();
  if (!isParallel)
    return Value();
  analysis::SharedStructure shared = context.info.getStructure(ref);
  return scope.paths[context.info.getPath(shared.access)].present;
}
