//===- CommonPresence.cpp - Segments that count together --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds products whose region tests only whether both factors are present. The
// loop then skips the coordinates that only one factor has.
//
//===----------------------------------------------------------------------===//

#include "CarriedCoordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// The argument of the region that says whether a segment is present.
static Value getPresence(CoiterateOp op, unsigned segment) {
  ValueRange args = op.getBlock(0).getArguments();
  args = args.drop_back(op.getInits().size());
  SmallVector<int64_t> known = op.getSegmentsOfRegion(0);
  for (int64_t other : llvm::reverse(known)) {
    if (other == int64_t(segment))
      return args.back();
    args = args.drop_back(op.hasPositionRange(other) ? 3 : 2);
  }
  llvm_unreachable("the region knows all segments");
}

namespace {
/// Which of some segments a value of the region is the presence of.
class Presences {
public:
  Presences(CoiterateOp op, const llvm::SmallBitVector &segments)
      : block(op.getBlock(0)), segments(segments) {
    for (unsigned id : segments.set_bits()) {
      llvm::SmallBitVector alone(segments.size());
      alone.set(id);
      add(getPresence(op, id), alone);
    }
    for (size_t index = 0; index != values.size(); ++index)
      if (!isCommon(values[index]))
        addConjunctions(values[index]);
  }

  bool isCommon(Value value) const {
    auto found = members.find(value);
    return found != members.end() && found->second == segments;
  }
  /// Whether a value that is the presence of some segments alone serves
  /// nothing but to find that of all.
  bool isPartial(Value value) const {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      if (isa<arith::AndIOp>(user))
        return members.count(user->getResult(0)) != 0;
      auto select = dyn_cast<arith::SelectOp>(user);
      return select && select.getCondition() == value &&
             llvm::all_of(select->getUsers(), [&](Operation *inner) {
               auto guard = dyn_cast<scf::IfOp>(inner->getParentOp());
               return guard && isCommon(guard.getCondition()) &&
                      inner->getBlock() == guard.thenBlock();
             });
    });
  }
  ArrayRef<Value> getValues() const { return values; }

private:
  void add(Value value, const llvm::SmallBitVector &set) {
    if (members.try_emplace(value, set).second)
      values.push_back(value);
  }
  void addConjunctions(Value value) {
    for (Operation *user : value.getUsers()) {
      auto both = dyn_cast<arith::AndIOp>(user);
      if (!both || both->getBlock() != &block)
        continue;
      auto left = members.find(both.getLhs());
      auto right = members.find(both.getRhs());
      if (left == members.end() || right == members.end())
        continue;
      llvm::SmallBitVector set = left->second;
      set |= right->second;
      add(both, set);
    }
  }

  Block &block;
  const llvm::SmallBitVector &segments;
  SmallVector<Value> values;
  llvm::DenseMap<Value, llvm::SmallBitVector> members;
};
} // namespace

std::optional<SmallVector<Value>>
weft::lattice::findCommonPresence(CoiterateOp op,
                                  const llvm::SmallBitVector &segments) {
  Presences presences(op, segments);
  SmallVector<Value> common;
  for (Value value : presences.getValues()) {
    if (presences.isCommon(value))
      common.push_back(value);
    else if (!presences.isPartial(value))
      return std::nullopt;
  }
  return common;
}
