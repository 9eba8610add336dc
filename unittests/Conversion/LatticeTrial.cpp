//===- LatticeTrial.cpp - Operands of coiterations --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes operands and enumerates visits.
//
//===----------------------------------------------------------------------===//

#include "LatticeTrial.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace weft::test;

/// More than the variable of any coiteration here gets to.
constexpr int64_t kMaxVariable = 150;

void Trial::makeTensor(unsigned number) {
  const Segment &segment = c.segments[number];
  std::vector<int64_t> dims;
  if (segment.hasParent)
    dims.push_back(parentSize);
  // What is full has every coordinate that there is.
  bool isFull = segment.letters.back() == 'd';
  for (unsigned variable : segment.along)
    dims.push_back(variable != c.numVariables ? parameters.sizes[variable]
                   : isFull                   ? kMaxVariable
                                              : variableSize);
  std::vector<Tuple> entries = {{}};
  for (int64_t dim : dims) {
    std::vector<Tuple> longer;
    for (const Tuple &entry : entries)
      for (int64_t coordinate = 0; coordinate < dim; ++coordinate) {
        longer.push_back(entry);
        longer.back().push_back(coordinate);
      }
    entries = std::move(longer);
  }
  // Mostly few entries, now and then none or all; up to three times where that
  // may be.
  int64_t density = pick(0, 10);
  std::vector<Tuple> stored;
  for (const Tuple &entry : entries)
    if (pick(0, 9) < density)
      stored.insert(stored.end(), c.hasRange(number) ? pick(1, 3) : 1, entry);
  tensors.push_back(pack(segment.letters, dims, stored));

  runs.emplace_back();
  const std::vector<Tuple> &leaves = tensors.back().leaves;
  for (int64_t position = 0, e = leaves.size(); position != e; ++position) {
    Tuple leaf = leaves[position];
    if (segment.hasParent && leaf.front() != parameters.parent)
      continue;
    if (segment.hasParent)
      leaf.erase(leaf.begin());
    Run &run = runs.back().try_emplace(leaf, Run{position, 0}).first->second;
    run.end = position + 1;
  }
}

bool Trial::iteratesUniverse() const {
  for (const Point &point : c.points)
    for (unsigned id : point.iterators)
      if (id == c.segments.size())
        return true;
  return false;
}

void Trial::chooseBounds() {
  int64_t total = 1;
  for (int64_t size : parameters.sizes)
    total *= size;
  if (c.positions >= 0)
    total = tensors[c.positions].leaves.size() + 2;
  int64_t lower = 0, upper = total;
  if (c.windowed || c.positions >= 0 || iteratesUniverse()) {
    lower = pick(0, total);
    upper = pick(lower, total);
  }
  parameters.base = c.hasBase ? pick(0, lower) : 0;
  parameters.lower = lower - parameters.base;
  parameters.upper = upper - parameters.base;
}

/// Adds a visit of some coordinates, if they are in the domain.
void Trial::visit(const Tuple &coordinates, int64_t variable,
                  const Run *counted, std::vector<Visit> &visits) const {
  std::vector<Run> present;
  for (unsigned s = 0; s < c.segments.size(); ++s) {
    Tuple own;
    for (unsigned along : c.segments[s].along)
      own.push_back(along == c.numVariables ? variable : coordinates[along]);
    auto it = runs[s].find(own);
    present.push_back(it == runs[s].end() ? Run() : it->second);
    if (counted && c.positions == static_cast<int>(s))
      present.back() = *counted;
  }
  auto has = [&](unsigned s) {
    return s == c.segments.size() || present[s].begin < present[s].end;
  };
  for (auto [number, point] : llvm::enumerate(c.points)) {
    if (!llvm::all_of(point.iterators, has) ||
        !llvm::all_of(point.locators, has))
      continue;
    Visit visit = {c.guarded ? 0 : static_cast<int64_t>(number)};
    visit.insert(visit.end(), coordinates.begin(), coordinates.end());
    if (c.derived)
      visit.push_back(variable);
    auto addPlace = [&](unsigned s) {
      visit.push_back(has(s) ? present[s].begin : 0);
      if (c.hasRange(s))
        visit.push_back(has(s) ? present[s].end : 0);
      if (c.guarded)
        visit.push_back(has(s));
    };
    if (c.guarded) {
      for (unsigned s = 0; s < c.segments.size(); ++s)
        addPlace(s);
    } else {
      for (auto *list : {&point.iterators, &point.locators})
        for (unsigned s : *list)
          if (s != c.segments.size())
            addPlace(s);
    }
    visit.resize(c.getVisitWidth());
    visits.push_back(visit);
    return;
  }
}

std::vector<Visit> Trial::getExpected() const {
  std::vector<Visit> visits;
  int64_t lower = parameters.lower + parameters.base;
  int64_t upper = parameters.upper + parameters.base;
  if (c.positions >= 0) {
    for (const auto &[coordinates, whole] : runs[c.positions]) {
      Run run = {std::max(whole.begin, lower), std::min(whole.end, upper)};
      if (run.begin < run.end)
        visit(coordinates, run.begin - parameters.base, &run, visits);
    }
    return visits;
  }
  for (int64_t number = lower; number < upper; ++number) {
    Tuple coordinates(c.numVariables);
    int64_t rest = number;
    for (unsigned k = c.numVariables; k-- > 1;) {
      coordinates[k] = rest % parameters.sizes[k];
      rest /= parameters.sizes[k];
    }
    coordinates[0] = rest;
    visit(coordinates, number - parameters.base, nullptr, visits);
  }
  return visits;
}
