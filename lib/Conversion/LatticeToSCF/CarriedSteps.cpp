//===- CarriedSteps.cpp - Steps of carried unions ---------------*- C++ -*-===//
//-*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step of a union of many terms. The code for a present term is in the
// branch that advances the term. The branches of a group are nested in a branch
// on the minimum coordinate of the group, so that an absent term costs one
// comparison, and an absent group one for all of its terms.
//
//===----------------------------------------------------------------------===//

#include "CarriedCoordinates.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

Value CarriedCoordinates::emitFirst() {
  if (groups.size() == 1)
    return emitLeastOf(groups.front());
  auto leasts = llvm::map_to_vector(
      groups, [](const Group &group) { return group.least; });
  return emitLeast(builder, loc, leasts);
}

Value CarriedCoordinates::emitIsAlive(Value coordinate) {
  Value last = arith::ConstantIndexOp::create(builder, loc, -1);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                               coordinate, last);
}

void CarriedCoordinates::beginStep(Value first, MutableArrayRef<Place> places) {
  for (Term &term : terms) {
    term.matches = places[term.ids.front()].matches;
    for (unsigned id : term.ids)
      places[id].matches = term.matches;
  }
  for (Group &group : groups) {
    group.hasMoved = false;
    if (groups.size() > 1)
      group.matches = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, group.least, first);
  }
}

SmallVector<Value> CarriedCoordinates::emitMoves() {
  SmallVector<Value> next;
  for (Group &group : groups) {
    if (!group.hasMoved)
      emitGroup(group, {});
    llvm::append_range(next, getState(group));
  }
  return next;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

CarriedCoordinates::Group &CarriedCoordinates::getGroup(unsigned term) {
  return *llvm::find_if(groups, [&](const Group &group) {
    return group.begin <= term && term < group.end;
  });
}

void CarriedCoordinates::emitTerms(const Group &group,
                                   ArrayRef<scf::IfOp> guards) {
  llvm::SmallBitVector moved(terms.size());
  for (scf::IfOp guard : guards) {
    unsigned number = *getTerm(*guard);
    emitTerm(terms[number], guard);
    moved.set(number);
  }
  for (unsigned number = group.begin; number != group.end; ++number)
    if (!moved.test(number))
      emitTerm(terms[number], nullptr);
}

void CarriedCoordinates::emitGroup(Group &group, ArrayRef<scf::IfOp> guards) {
  group.hasMoved = true;
  if (!group.matches) {
    emitTerms(group, guards);
    return;
  }
  auto isGuard = [&](Operation *other) {
    return other && llvm::any_of(guards, [&](scf::IfOp guard) {
             return guard->isAncestor(other);
           });
  };
  // What the guards are where the whole group is absent.
  SmallVector<Value> used, absent;
  for (scf::IfOp guard : guards)
    for (Value result : guard.getResults()) {
      if (llvm::all_of(result.getUsers(), isGuard))
        continue;
      used.push_back(result);
      while (isGuard(result.getDefiningOp()))
        result = result.getDefiningOp<scf::IfOp>().elseYield().getOperand(
            cast<OpResult>(result).getResultNumber());
      absent.push_back(mapping.lookupOrDefault(result));
    }
  SmallVector<Value> before = getState(group);
  size_t count = before.size();
  auto moved = scf::IfOp::create(
      builder, loc, group.matches,
      [&](OpBuilder &, Location) {
        emitTerms(group, guards);
        group.least = emitLeastOf(group);
        SmallVector<Value> results = getState(group);
        for (Value value : used)
          results.push_back(mapping.lookup(value));
        scf::YieldOp::create(builder, loc, results);
      },
      [&](OpBuilder &, Location) {
        SmallVector<Value> results = before;
        llvm::append_range(results, absent);
        scf::YieldOp::create(builder, loc, results);
      });
  ValueRange results = moved.getResults();
  setState(group, results.take_front(count));
  mapping.map(used, results.drop_front(count));
}

void CarriedCoordinates::emitTerm(Term &term, scf::IfOp guard) {
  auto before =
      llvm::map_to_vector(term.ids, [&](unsigned id) { return positions[id]; });
  auto moved = scf::IfOp::create(
      builder, loc, term.matches,
      [&](OpBuilder &, Location) {
        SmallVector<Value> results;
        if (guard) {
          IRMapping inside = mapping;
          for (Operation &inner : guard.thenBlock()->without_terminator())
            builder.clone(inner, inside);
          for (Value value : guard.thenYield().getOperands())
            results.push_back(inside.lookupOrDefault(value));
        }
        Value one = arith::ConstantIndexOp::create(builder, loc, 1);
        SmallVector<Value> at;
        for (Value position : before)
          at.push_back(arith::AddIOp::create(builder, loc, position, one));
        Value coordinate = emitRead(term, at);
        llvm::append_range(results, at);
        results.push_back(coordinate);
        scf::YieldOp::create(builder, loc, results);
      },
      [&](OpBuilder &, Location) {
        SmallVector<Value> results;
        if (guard)
          for (Value value : guard.elseYield().getOperands())
            results.push_back(mapping.lookupOrDefault(value));
        llvm::append_range(results, before);
        results.push_back(term.coordinate);
        scf::YieldOp::create(builder, loc, results);
      });
  ValueRange results = moved.getResults();
  term.coordinate = results.back();
  results = results.drop_back();
  for (auto [id, position] :
       llvm::zip_equal(term.ids, results.take_back(term.ids.size())))
    positions[id] = position;
  if (guard)
    mapping.map(guard.getResults(), results.drop_back(term.ids.size()));
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

std::optional<unsigned> CarriedCoordinates::getTerm(Operation &inner) {
  auto guard = dyn_cast<scf::IfOp>(inner);
  if (!guard || guard.getNumResults() == 0 ||
      !llvm::hasSingleElement(*guard.elseBlock()))
    return std::nullopt;
  auto found = termOf.find(guard.getCondition());
  if (found == termOf.end())
    return std::nullopt;
  return found->second;
}

bool CarriedCoordinates::isUsedWherePresent(arith::SelectOp select) {
  Value presence = mapping.lookupOrDefault(select.getCondition());
  return llvm::all_of(select->getUsers(), [&](Operation *user) {
    auto guard = dyn_cast<scf::IfOp>(user->getParentOp());
    if (!guard || user->getBlock() != guard.thenBlock())
      return false;
    auto found = termOf.find(guard.getCondition());
    return found != termOf.end() && terms[found->second].matches == presence;
  });
}

SmallVector<Value> CarriedCoordinates::emitRegion(ValueRange args) {
  Block &block = op.getBlock(0);
  mapping.clear();
  mapping.map(block.getArguments(), args);
  // Branches on terms of one group, one for each, that have not been emitted
  // yet. What does not depend on them may come before.
  SmallVector<scf::IfOp> guards;
  auto flush = [&] {
    if (!guards.empty())
      emitGroup(getGroup(*getTerm(*guards.front())), guards);
    guards.clear();
  };
  auto joins = [&](unsigned term) {
    return llvm::all_of(guards, [&](scf::IfOp guard) {
      unsigned other = *getTerm(*guard);
      return other != term && &getGroup(other) == &getGroup(term);
    });
  };
  for (Operation &inner : block.without_terminator()) {
    std::optional<unsigned> term = getTerm(inner);
    if (term && !getGroup(*term).hasMoved) {
      if (!joins(*term))
        flush();
      // What was waiting may have been of this group.
      if (!getGroup(*term).hasMoved) {
        guards.push_back(cast<scf::IfOp>(inner));
        continue;
      }
    }
    bool isIndependent =
        isPure(&inner) && inner.getNumRegions() == 0 &&
        llvm::none_of(inner.getOperands(), [&](Value operand) {
          return llvm::is_contained(guards, operand.getDefiningOp());
        });
    if (!isIndependent)
      flush();
    Operation *copy = builder.clone(inner, mapping);
    // A position that is asked for only where its segment is present needs
    // nothing in its place elsewhere.
    if (auto select = dyn_cast<arith::SelectOp>(copy);
        select && isUsedWherePresent(cast<arith::SelectOp>(inner))) {
      mapping.map(inner.getResult(0), select.getTrueValue());
      select.erase();
    }
  }
  flush();
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}
