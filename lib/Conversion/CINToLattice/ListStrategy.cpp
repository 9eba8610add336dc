//===- ListStrategy.cpp - Entries of coordinate lists -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets that take whatever comes: each assignment adds an entry, and the
// entries are sorted when all are there.
//
//===----------------------------------------------------------------------===//

#include "TargetStrategy.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

void ListStrategy::beginPhase(Value ref, Scope &scope) const {
  assemblies.getNumbering(ref, scope)->beginList(ref, scope);
}

void ListStrategy::endPhase(Value ref, Scope &scope) const {
  assemblies.getNumbering(ref, scope)->endList(ref, scope);
}

LogicalResult ListStrategy::store(cin::AssignOp assign, Value value,
                                  Scope &scope) const {
  return assemblies.get(assign.getRef(), scope).addEntry(assign, value, scope);
}

void ListStrategy::close(Location loc, Value ref, Scope &scope) const {
  assemblies.get(ref, scope).closeList(loc, ref, scope);
}
