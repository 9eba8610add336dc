//===- DecodeCollective.cpp - Exchanges between lanes ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// shfl.sync, vote.sync, match.sync, redux.sync, elect.sync and activemask. The
// machine runs them when all lanes of their mask are there; `source[3]` is the
// mask.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace weft::ptx;

static constexpr Type kBits32{Type::Kind::Bits, 32};
static constexpr Type kPredicate{Type::Kind::Predicate, 0};

namespace {
enum ShuffleMode : uint8_t { Up, Down, Butterfly, Index };
}

/// The lane that a lane reads, and whether it is in its segment.
static int findSource(ShuffleMode mode, int lane, int b, unsigned control,
                      bool &isInside) {
  int segment = control >> 8 & 31, clamp = control & 31;
  int most = (lane & segment) | (clamp & ~segment);
  int from = 0;
  switch (mode) {
  case Up:
    from = lane - b;
    isInside = from >= most;
    return from;
  case Down:
    from = lane + b;
    break;
  case Butterfly:
    from = lane ^ b;
    break;
  case Index:
    from = (lane & segment) | (b & ~segment);
    break;
  }
  isInside = from <= most;
  return from;
}

static void shuffle(Warp &warp, const Instr &instr, Mask mask) {
  ++warp.machine().counts.exchanges;
  alignas(64) uint32_t values[kWarpSize] = {};
  const auto *sources = warp.at<const uint32_t>(instr.source[0]);
  const auto *offsets = warp.at<const uint32_t>(instr.source[1]);
  const auto *controls = warp.at<const uint32_t>(instr.source[2]);
  Mask inRange = 0;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    int lane = __builtin_ctz(lanes);
    bool isInside = false;
    int from = findSource(ShuffleMode(instr.option), lane, offsets[lane] & 31,
                          controls[lane], isInside);
    if (!isInside)
      from = lane;
    if (!(mask >> from & 1)) {
      warp.fault(instr, lane, FaultKind::InactiveLane,
                 "shuffle from lane " + std::to_string(from) +
                     ", which is not active");
      return;
    }
    values[lane] = sources[from];
    inRange |= Mask(isInside) << lane;
  }
  storeLanes(warp.at<uint32_t>(instr.result[0]), values, mask);
  if (instr.elements == 2)
    warp.setPredicate(instr.result[1], mask, inRange);
}

static bool decodeMask(Decoding &d, size_t index) {
  return d.source(index, kBits32, d.instr.source[3]);
}

static bool decodeShuffle(Decoding &d) {
  int mode = d.takeAny({"up", "down", "bfly", "idx"});
  auto type = d.takeType();
  if (mode < 0 || !type || type->bits != 32 || !d.expectOperands(5))
    return d.refuseType();
  d.instr.option = uint8_t(mode);
  d.instr.run = shuffle;
  const Operand &result = d.operand(0);
  if (result.kind == Operand::Kind::Pair) {
    d.instr.elements = 2;
    if (!d.result(result.elements[0], kBits32, d.instr.result[0]) ||
        !d.result(result.elements[1], kPredicate, d.instr.result[1]))
      return false;
  } else if (!d.result(0, kBits32, d.instr.result[0])) {
    return false;
  }
  for (unsigned i = 0; i < 3; ++i)
    if (!d.source(i + 1, kBits32, d.instr.source[i]))
      return false;
  return decodeMask(d, 4);
}

static void vote(Warp &warp, const Instr &instr, Mask mask) {
  ++warp.machine().counts.exchanges;
  Mask votes = warp.predicate(instr.source[0]) & mask;
  if (instr.option == 3) {
    for (Mask lanes = mask; lanes; lanes &= lanes - 1)
      warp.set(instr.result[0], __builtin_ctz(lanes), votes);
    return;
  }
  bool value = instr.option == 0   ? votes == mask
               : instr.option == 1 ? votes != 0
                                   : votes == mask || votes == 0;
  warp.setPredicate(instr.result[0], mask, value ? kAllLanes : 0);
}

static bool decodeVote(Decoding &d) {
  int mode = d.takeAny({"all", "any", "uni", "ballot"});
  auto type = d.takeType();
  if (mode < 0 || !type || !d.expectOperands(3) ||
      type->isPredicate() == (mode == 3))
    return d.refuseType();
  d.instr.option = uint8_t(mode);
  d.instr.run = vote;
  return d.result(0, *type, d.instr.result[0]) &&
         d.source(1, kPredicate, d.instr.source[0]) && decodeMask(d, 2);
}

/// The lanes with the same value; with `.all`, all lanes or none.
static void match(Warp &warp, const Instr &instr, Mask mask) {
  ++warp.machine().counts.exchanges;
  uint32_t groups[kWarpSize] = {};
  bool isUniform = true;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    unsigned lane = __builtin_ctz(lanes);
    for (Mask others = mask; others; others &= others - 1) {
      unsigned other = __builtin_ctz(others);
      if (warp.get(instr.source[0], lane) == warp.get(instr.source[0], other))
        groups[lane] |= Mask(1) << other;
    }
    isUniform &= groups[lane] == mask;
  }
  if (instr.option)
    for (uint32_t &group : groups)
      group = isUniform ? mask : 0;
  storeLanes(warp.at<uint32_t>(instr.result[0]), groups, mask);
  if (instr.elements == 2)
    warp.setPredicate(instr.result[1], mask, isUniform ? kAllLanes : 0);
}

static bool decodeMatch(Decoding &d) {
  int mode = d.takeAny({"any", "all"});
  auto type = d.takeType();
  if (mode < 0 || !type || (type->bits != 32 && type->bits != 64) ||
      !d.expectOperands(3))
    return d.refuseType();
  d.instr.option = uint8_t(mode);
  d.instr.run = match;
  const Operand &result = d.operand(0);
  if (result.kind == Operand::Kind::Pair && mode == 1) {
    d.instr.elements = 2;
    if (!d.result(result.elements[0], kBits32, d.instr.result[0]) ||
        !d.result(result.elements[1], kPredicate, d.instr.result[1]))
      return false;
  } else if (!d.result(0, kBits32, d.instr.result[0])) {
    return false;
  }
  return d.source(1, *type, d.instr.source[0]) && decodeMask(d, 2);
}

static void reduce(Warp &warp, const Instr &instr, Mask mask) {
  ++warp.machine().counts.exchanges;
  bool isFirst = true;
  uint32_t sum = 0;
  for (Mask lanes = mask; lanes; lanes &= lanes - 1) {
    auto value = uint32_t(warp.get(instr.source[0], __builtin_ctz(lanes)));
    bool isLess =
        instr.elements == 2 ? int32_t(value) < int32_t(sum) : value < sum;
    if (isFirst)
      sum = value;
    else if (instr.option == 0)
      sum += value;
    else if (instr.option == 1)
      sum = isLess ? value : sum;
    else if (instr.option == 2)
      sum = isLess ? sum : value;
    else
      sum = instr.option == 3   ? sum & value
            : instr.option == 4 ? sum | value
                                : sum ^ value;
    isFirst = false;
  }
  for (Mask lanes = mask; lanes; lanes &= lanes - 1)
    warp.set(instr.result[0], __builtin_ctz(lanes), sum);
}

static bool decodeReduction(Decoding &d) {
  int operation = d.takeAny({"add", "min", "max", "and", "or", "xor"});
  auto type = d.takeType();
  if (operation < 0 || !type || type->bits != 32 || type->isFloat() ||
      !d.expectOperands(3) ||
      (operation >= 3) != (type->kind == Type::Kind::Bits))
    return d.refuseType();
  d.instr.option = uint8_t(operation);
  d.instr.elements = type->isSigned() ? 2 : 1;
  d.instr.run = reduce;
  return d.result(0, kBits32, d.instr.result[0]) &&
         d.source(1, kBits32, d.instr.source[0]) && decodeMask(d, 2);
}

/// Chooses the first lane.
static void elect(Warp &warp, const Instr &instr, Mask mask) {
  ++warp.machine().counts.exchanges;
  unsigned leader = __builtin_ctz(mask);
  for (Mask lanes = mask; lanes; lanes &= lanes - 1)
    warp.set(instr.result[0], __builtin_ctz(lanes), leader);
  warp.setPredicate(instr.result[1], mask, Mask(1) << leader);
}

static bool decodeElection(Decoding &d) {
  if (!d.expectOperands(2) || d.operand(0).kind != Operand::Kind::Pair)
    return d.refuseType();
  d.instr.run = elect;
  return d.result(d.operand(0).elements[0], kBits32, d.instr.result[0]) &&
         d.result(d.operand(0).elements[1], kPredicate, d.instr.result[1]) &&
         decodeMask(d, 1);
}

static void getActiveMask(Warp &warp, const Instr &instr, Mask mask) {
  for (Mask lanes = mask; lanes; lanes &= lanes - 1)
    warp.set(instr.result[0], __builtin_ctz(lanes), mask);
}

bool weft::ptx::decodeCollective(Decoding &d) {
  std::string_view opcode = d.text.opcode;
  if (opcode == "activemask") {
    auto type = d.takeType();
    d.instr.run = getActiveMask;
    if (!type || type->bits != 32)
      return d.refuseType();
    return d.expectOperands(1) && d.result(0, kBits32, d.instr.result[0]);
  }
  if (!d.take("sync"))
    return d.refuse("'" + std::string(opcode) + "' without .sync",
                    "devices since sm_70 have the form with .sync only");
  d.instr.action = Action::Collective;
  if (opcode == "shfl")
    return decodeShuffle(d);
  if (opcode == "vote")
    return decodeVote(d);
  if (opcode == "match")
    return decodeMatch(d);
  if (opcode == "elect")
    return decodeElection(d);
  return decodeReduction(d);
}
