//===- Accumulation.cpp - Values that threads combine -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows a carried value through nested loops and branches.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace weft::gpu;

namespace {
/// Collects the values that a carried value goes through, and what combines it.
class Accumulation {
public:
  /// `end` hands on what has been combined.
  explicit Accumulation(Operation *end) { users.insert(end); }

  /// Whether `value` is `begin` or what has been combined with it.
  bool reaches(Value value, Value begin);
  /// Whether nothing else uses a value that has been gone through.
  bool isAlone() const;
  Operation *getCombiner() const { return combiner; }

private:
  bool reachesResult(OpResult result, Value begin);
  bool combines(Operation *op, Value begin);

  Operation *combiner = nullptr;
  llvm::SmallPtrSet<Operation *, 8> users;
  llvm::SmallPtrSet<Value, 8> values;
};
} // namespace

/// Whether an operation can combine values in any order. Sums and products of
/// complex numbers do not have the trait.
static bool isCombiner(Operation *op) {
  return op->getNumOperands() == 2 && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 &&
         (op->hasTrait<OpTrait::IsCommutative>() ||
          isa<complex::AddOp, complex::MulOp>(op)) &&
         op->getOperand(0).getType() == op->getResult(0).getType() &&
         op->getOperand(1).getType() == op->getResult(0).getType();
}

/// The number of the argument of a loop that becomes one of its results; none
/// if the loop hands on something else, or the argument twice.
static std::optional<unsigned> findCarried(scf::WhileOp loop, unsigned result) {
  ValueRange handed = loop.getConditionOp().getArgs();
  unsigned number = result;
  if (loop.getInits().size() != handed.size()) {
    auto argument = dyn_cast<BlockArgument>(handed[result]);
    if (!argument || argument.getOwner() != loop.getBeforeBody())
      return std::nullopt;
    number = argument.getArgNumber();
  }
  if (llvm::count(handed, loop.getBeforeArguments()[number]) > 1)
    return std::nullopt;
  return number;
}

bool Accumulation::combines(Operation *op, Value begin) {
  if (!isCombiner(op) ||
      (combiner && (combiner->getName() != op->getName() ||
                    combiner->getAttrDictionary() != op->getAttrDictionary())))
    return false;
  Operation *before = combiner;
  for (Value operand : op->getOperands()) {
    combiner = op;
    if (reaches(operand, begin)) {
      users.insert(op);
      return true;
    }
  }
  combiner = before;
  return false;
}

bool Accumulation::reachesResult(OpResult result, Value begin) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    users.insert({op, loop.getBody()->getTerminator()});
    return reaches(loop.getInits()[number], begin) &&
           reaches(loop.getYieldedValues()[number],
                   loop.getRegionIterArg(number));
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    users.insert({branch.thenYield(), branch.elseYield()});
    return reaches(branch.thenYield().getOperand(number), begin) &&
           reaches(branch.elseYield().getOperand(number), begin);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    std::optional<unsigned> carried = findCarried(loop, number);
    users.insert({op, loop.getConditionOp(), loop.getYieldOp()});
    return carried && reaches(loop.getInits()[*carried], begin) &&
           reaches(loop.getConditionOp().getArgs()[number],
                   loop.getBeforeArguments()[*carried]) &&
           reaches(loop.getYieldOp().getOperand(*carried),
                   loop.getAfterArguments()[number]);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    users.insert(op);
    return reaches(select.getTrueValue(), begin) &&
           reaches(select.getFalseValue(), begin);
  }
  return combines(op, begin);
}

bool Accumulation::reaches(Value value, Value begin) {
  bool found = value == begin;
  if (!found)
    if (auto result = dyn_cast<OpResult>(value))
      found = reachesResult(result, begin);
  if (found)
    values.insert(value);
  return found;
}

bool Accumulation::isAlone() const {
  return llvm::all_of(values, [&](Value value) {
    return llvm::all_of(value.getUsers(),
                        [&](Operation *user) { return users.contains(user); });
  });
}

Operation *weft::gpu::findCombiner(scf::ForOp loop, unsigned number) {
  Accumulation accumulation(loop.getBody()->getTerminator());
  if (!accumulation.reaches(loop.getYieldedValues()[number],
                            loop.getRegionIterArg(number)) ||
      !accumulation.isAlone())
    return nullptr;
  return accumulation.getCombiner();
}

Operation *weft::gpu::findCombiner(memref::GenericAtomicRMWOp update) {
  Block *body = update.getBody();
  if (body->getOperations().size() != 2)
    return nullptr;
  Operation *op = &body->front();
  if (body->getTerminator()->getOperand(0) != op->getResult(0) ||
      op->getNumOperands() != 2 || !op->hasTrait<OpTrait::IsCommutative>() ||
      llvm::count(op->getOperands(), update.getCurrentValue()) != 1)
    return nullptr;
  return op;
}

bool weft::gpu::keepsOrder(Operation *combiner) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(combiner);
  return isa<arith::AddFOp, arith::MulFOp, complex::AddOp, complex::MulOp>(
             combiner) &&
         !bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(),
                             arith::FastMathFlags::reassoc);
}

bool weft::gpu::hasIdentity(Operation *combiner) {
  return isa<complex::AddOp, complex::MulOp>(combiner) ||
         arith::getNeutralElement(combiner);
}

Value weft::gpu::emitIdentity(ImplicitLocOpBuilder &b, Operation *combiner) {
  auto type = dyn_cast<ComplexType>(combiner->getResult(0).getType());
  if (!type)
    return arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
  // The sum of -0.0 and a number is the number, also if that is -0.0.
  bool isProduct = isa<complex::MulOp>(combiner);
  Type element = type.getElementType();
  ArrayAttr parts =
      b.getArrayAttr({b.getFloatAttr(element, isProduct ? 1.0 : -0.0),
                      b.getFloatAttr(element, isProduct ? 0.0 : -0.0)});
  return complex::ConstantOp::create(b, type, parts);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// Finds where a carried value is combined, and where it becomes a constant.
class Outcomes {
public:
  void visit(OpOperand &use, Value begin);

  /// A place that hands on a constant, and the carried value there.
  struct Place {
    OpOperand *use;
    Value carried;
    APInt constant;
  };
  SmallVector<Place> places;
  Operation *combiner = nullptr;

private:
  void visitResult(OpResult result, Value begin);
};
} // namespace

void Outcomes::visitResult(OpResult result, Value begin) {
  unsigned number = result.getResultNumber();
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    visit(loop.getInitsMutable()[number], begin);
    visit((*loop.getYieldedValuesMutable())[number],
          loop.getRegionIterArg(number));
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    visit(branch.thenYield()->getOpOperand(number), begin);
    visit(branch.elseYield()->getOpOperand(number), begin);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    std::optional<unsigned> carried = findCarried(loop, number);
    if (!carried)
      return;
    visit(loop.getInitsMutable()[*carried], begin);
    visit(loop.getConditionOp().getArgsMutable()[number],
          loop.getBeforeArguments()[*carried]);
    visit(loop.getYieldOp()->getOpOperand(*carried),
          loop.getAfterArguments()[number]);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    visit(select.getTrueValueMutable(), begin);
    visit(select.getFalseValueMutable(), begin);
  } else if (isCombiner(op)) {
    combiner = op;
  }
}

void Outcomes::visit(OpOperand &use, Value begin) {
  Value value = use.get();
  APInt constant;
  if (value == begin)
    return;
  if (matchPattern(value, m_ConstantInt(&constant)))
    places.push_back({&use, begin, constant});
  else if (auto result = dyn_cast<OpResult>(value))
    visitResult(result, begin);
}

/// Whether each combination with a constant is the constant.
static bool isAbsorbing(Operation *combiner, const APInt &constant) {
  if (isa<arith::MulIOp, arith::AndIOp, arith::MinUIOp>(combiner))
    return constant.isZero();
  if (isa<arith::OrIOp, arith::MaxUIOp>(combiner))
    return constant.isAllOnes();
  if (isa<arith::MinSIOp>(combiner))
    return constant.isMinSignedValue();
  return isa<arith::MaxSIOp>(combiner) && constant.isMaxSignedValue();
}

/// As `combineConstants`, for one carried value.
static void combineConstant(scf::ForOp loop, unsigned number) {
  Outcomes outcomes;
  outcomes.visit((*loop.getYieldedValuesMutable())[number],
                 loop.getRegionIterArg(number));
  ArrayRef<Outcomes::Place> places = outcomes.places;
  Operation *combiner = outcomes.combiner;
  bool isFlag = loop.getResult(number).getType().isInteger(1);
  if (!llvm::all_of(places, [&](const Outcomes::Place &place) {
        return combiner ? isAbsorbing(combiner, place.constant)
                        : isFlag && place.constant == places.front().constant;
      }))
    return;
  for (const auto &[use, carried, constant] : places) {
    ImplicitLocOpBuilder b(use->getOwner()->getLoc(), use->getOwner());
    Value value = use->get();
    if (combiner)
      use->set(emitCombination(b, combiner, carried, value));
    else if (constant.isZero())
      use->set(arith::AndIOp::create(b, carried, value));
    else
      use->set(arith::OrIOp::create(b, carried, value));
  }
}

void weft::gpu::combineConstants(scf::ForOp loop) {
  for (unsigned number : llvm::seq(loop.getNumResults()))
    if (loop.getResult(number).getType().isSignlessInteger())
      combineConstant(loop, number);
}

Value weft::gpu::emitCombination(ImplicitLocOpBuilder &b, Operation *combiner,
                                 Value lhs, Value rhs) {
  Operation *copy = b.clone(*combiner);
  copy->setOperands({lhs, rhs});
  return copy->getResult(0);
}
