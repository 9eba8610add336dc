//===- DecodeControl.cpp - Branches, exits and barriers -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bra, brx.idx, ret, exit, trap and the barriers of a block.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

static constexpr Type kBits32{Type::Kind::Bits, 32};

bool weft::ptx::decodeBranch(Decoding &d) {
  d.take("uni");
  bool isIndexed = d.text.opcode == "brx";
  if (isIndexed && !d.take("idx"))
    return d.refuse("expected 'brx.idx'");
  if (!d.expectOperands(isIndexed ? 2 : 1))
    return false;
  const Operand &target = d.operand(isIndexed ? 1 : 0);
  if (target.kind != Operand::Kind::Label)
    return d.refuse("label '" + std::string(target.name) + "' is not defined");
  d.instr.target = uint32_t(target.value);
  d.instr.action = isIndexed ? Action::IndexedBranch : Action::Branch;
  return !isIndexed || d.source(0, kBits32, d.instr.source[0]);
}

bool weft::ptx::decodeExit(Decoding &d) {
  d.take("uni");
  d.instr.action = Action::Exit;
  return d.expectOperands(0);
}

static void trap(Warp &warp, const Instr &instr, Mask mask) {
  warp.fault(instr, __builtin_ctz(mask), FaultKind::Trap, "trap");
}

static void doNothing(Warp &, const Instr &, Mask) {}

bool weft::ptx::decodeTrap(Decoding &d) {
  d.instr.action = Action::Access;
  d.instr.run = trap;
  if (d.text.opcode == "brkpt") {
    d.instr.action = Action::Compute;
    d.instr.run = doNothing;
  }
  return d.expectOperands(0);
}

static void synchronizeWarp(Warp &warp, const Instr &, Mask) {
  // A wrapped number could be that of an old access, which the next barrier of
  // the block makes impossible.
  if (++warp.epoch == 0)
    ++warp.block->epoch;
}

/// `bar.red.popc.u32 d, a[, b], c`.
static bool decodeBarrierReduction(Decoding &d) {
  constexpr Type predicate{Type::Kind::Predicate, 0};
  int operation = d.takeAny({"popc", "and", "or"});
  auto type = d.takeType();
  if (operation < 0 || !type || type->isPredicate() == (operation == 0) ||
      (operation == 0 && type->bits != 32) || !d.expectOperands(3, 4))
    return d.refuseType();
  d.instr.option = uint8_t(kCountVotes + operation);
  return d.result(0, *type, d.instr.result[0]) &&
         d.source(1, kBits32, d.instr.source[0]) &&
         (d.count() == 3 || d.source(2, kBits32, d.instr.source[1])) &&
         d.source(d.count() - 1, predicate, d.instr.source[2]);
}

bool weft::ptx::decodeBarrier(Decoding &d) {
  if (d.take("warp")) {
    if (!d.take("sync") || !d.expectOperands(1))
      return d.refuseType();
    d.instr.action = Action::Collective;
    d.instr.run = synchronizeWarp;
    return d.source(0, kBits32, d.instr.source[3]);
  }
  d.take("cta");
  int kind = d.takeAny({"sync", "arrive", "red"});
  bool isAligned = d.take("aligned") || d.text.opcode == "bar";
  // Threads that diverge may meet at a barrier that is not aligned, once all of
  // their warp are there.
  (void)isAligned;
  d.instr.action = Action::Barrier;
  d.instr.option = kind == 1 ? kArrive : kSynchronize;
  if (kind == 2)
    return decodeBarrierReduction(d);
  if (kind < 0 || !d.expectOperands(1, 2))
    return d.refuseType();
  return d.source(0, kBits32, d.instr.source[0]) &&
         (d.count() < 2 || d.source(1, kBits32, d.instr.source[1]));
}
