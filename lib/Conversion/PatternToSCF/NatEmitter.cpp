//===- NatEmitter.cpp - Code of natural-number expressions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits arithmetic of indices, loads of elements, and what sums become.
//
//===----------------------------------------------------------------------===//

#include "NatEmitter.h"

#include "weft/Dialect/Pattern/Nat/NatRanges.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/FailurePlaces.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

using Kind = Nat::Kind;

void NatEmitter::defineNumber(StringRef name, Value value) {
  numbers[name] = value;
}

void NatEmitter::defineInteger(StringRef name, Value value) {
  defineNumber(name, value);
  integers.insert(name);
}

void NatEmitter::defineArray(StringRef name, ViewRef view, const Nat &length) {
  arrays[name] = std::move(view);
  lengths.insert_or_assign(name, length);
}

Nat NatEmitter::defineVariable(StringRef name, Value value, const Nat &bound) {
  // No name of a program has a point.
  std::string unique = (name + "." + Twine(numVariables++)).str();
  variables[unique] = value;
  if (isa<BlockArgument>(value))
    value.setLoc(NameLoc::get(builder.getStringAttr(name), value.getLoc()));
  ranges.insert_or_assign(unique, bound);
  return Nat::variable(unique);
}

void NatEmitter::notePosition(const Nat &position, const Nat &length) {
  positions.emplace_back(simplify(position), simplify(length));
}

void NatEmitter::notePrefix(const Nat &count, const Nat &length) {
  prefixes.emplace_back(simplify(count), simplify(length));
}

bool NatEmitter::isOfNumbers(const Nat &nat) const {
  bool isOfNumbers = true;
  nat.walk([&](const Nat::Atom &atom, unsigned) {
    isOfNumbers &= atom.kind == Kind::Variable && numbers.contains(atom.name);
  });
  return isOfNumbers;
}

Nat NatEmitter::simplify(const Nat &nat) const {
  return simplifyInRanges(
      options.sums == PatternSums::Loop ? nat : simplifySums(nat), ranges);
}

Value NatEmitter::emit(Location loc, const Nat &nat) {
  return emitNat(loc, simplify(nat));
}

Value NatEmitter::emitAddress(Location loc, const Nat &address) {
  Nat simple = simplify(address);
  // Variables of loops have numbers, which differ for each use of an array.
  std::string text = "address " + address.toString();
  if (simple != address)
    text += " is " + simple.toString();
  if (options.explain && explained.insert(text).second)
    emitRemark(loc, text);
  return emitNat(loc, simple);
}

bool NatEmitter::isNatural(const Nat &nat) const {
  return isNonNegative(nat, ranges, [&](const Nat::Atom &atom) {
    return atom.kind != Kind::Lookup &&
           !(atom.kind == Kind::Variable && integers.contains(atom.name));
  });
}

Value NatEmitter::emitLength(Location loc, const Nat &length) {
  Value value = emit(loc, length);
  if (options.checkAccesses)
    emitLengthCheck(loc, value, length);
  return value;
}

Value NatEmitter::emitMemoryLength(Location loc, const Nat &length) {
  Value value = emit(loc, length);
  if (options.isKernel || options.checkAccesses)
    emitLengthCheck(loc, value, length);
  return value;
}

void NatEmitter::emitLengthCheck(Location loc, Value value, const Nat &length) {
  if (isNatural(length))
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isValid = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        value, zero);
  emitFailUnless(loc, isValid, {WEFT_RT_NEGATIVE_LENGTH, value},
                 "the length " + length.toString() + " is negative");
}

void NatEmitter::emitIndexCheck(Location loc, Value index, const Nat &length) {
  if (!options.checkAccesses && !options.isKernel)
    return;
  Value end = emit(loc, length);
  Value isBelow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        index, end);
  emitFailUnless(loc, isBelow, {WEFT_RT_OUT_OF_BOUNDS, index, end},
                 "an index is not below the length " + length.toString());
}

void NatEmitter::emitFailUnless(Location loc, Value condition,
                                const Failure &failure, const Twine &message) {
  if (!options.isKernel) {
    cf::AssertOp::create(builder, loc, condition, message.str());
    return;
  }
  ImplicitLocOpBuilder b(loc, builder);
  auto fail = getRuntimeFunction<func::FuncOp>(b, function->getParentOp(),
                                               "weft_rt_fail");
  Value no = arith::ConstantIntOp::create(b, 0, 1);
  Value fails =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, condition, no);
  auto branch = scf::IfOp::create(b, fails);
  if (!fail)
    return;
  b.setInsertionPointToStart(branch.thenBlock());
  auto emitNumber = [&](int64_t number) -> Value {
    return arith::ConstantIntOp::create(b, number, 64);
  };
  auto emitDetail = [&](Value value) -> Value {
    return value ? arith::IndexCastOp::create(b, b.getI64Type(), value)
                 : emitNumber(0);
  };
  func::CallOp::create(
      b, fail,
      ValueRange{emitNumber(failure.status), emitDetail(failure.first),
                 emitDetail(failure.second), emitNumber(getPlace(loc))});
}

Value NatEmitter::emitCheckedProduct(Location loc, Value product, Value size) {
  ImplicitLocOpBuilder b(loc, builder);
  Value most =
      arith::ConstantIndexOp::create(b, std::numeric_limits<int64_t>::max());
  Value divisor =
      arith::MaxSIOp::create(b, size, arith::ConstantIndexOp::create(b, 1));
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::sle, product,
                                     arith::DivSIOp::create(b, most, divisor));
  emitFailUnless(loc, fits, {WEFT_RT_SIZE_OVERFLOW, product, size},
                 "a product of sizes exceeds 63 bits");
  return arith::MulIOp::create(builder, loc, product, size);
}

Value NatEmitter::emitNat(Location loc, const Nat &nat) {
  if (std::optional<int64_t> constant = nat.getConstant())
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  Value total;
  for (bool negative : {false, true}) {
    for (const Nat::Term &term : nat.getTerms()) {
      if ((term.coefficient < 0) != negative)
        continue;
      Value value = emitTerm(loc, term);
      if (!total && negative)
        total = arith::ConstantIndexOp::create(builder, loc, 0);
      if (!total)
        total = value;
      else if (negative)
        total = arith::SubIOp::create(builder, loc, total, value);
      else
        total = arith::AddIOp::create(builder, loc, total, value);
    }
  }
  return total;
}

/// Emits the magnitude of a term.
Value NatEmitter::emitTerm(Location loc, const Nat::Term &term) {
  int64_t magnitude =
      term.coefficient < 0 ? -term.coefficient : term.coefficient;
  Value product;
  for (const Nat::AtomRef &factor : term.factors) {
    Value value = emitAtom(loc, *factor);
    product =
        product ? arith::MulIOp::create(builder, loc, product, value) : value;
  }
  if (!product)
    return arith::ConstantIndexOp::create(builder, loc, magnitude);
  if (magnitude == 1)
    return product;
  Value factor = arith::ConstantIndexOp::create(builder, loc, magnitude);
  return arith::MulIOp::create(builder, loc, product, factor);
}

Value NatEmitter::emitAtom(Location loc, const Nat::Atom &atom) {
  switch (atom.kind) {
  case Kind::Variable:
    if (Value number = numbers.lookup(atom.name))
      return number;
    return variables.lookup(atom.name);
  case Kind::Lookup:
    return emitLookup(loc, atom);
  case Kind::Div:
  case Kind::Mod:
    return emitQuotient(loc, atom);
  case Kind::Min: {
    Value lhs = emitNat(loc, atom.operands[0]);
    Value rhs = emitNat(loc, atom.operands[1]);
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  }
  case Kind::IfZero:
  case Kind::IfNegative:
    return emitConditional(loc, atom);
  case Kind::Sum:
    return emitSum(loc, atom);
  case Kind::Bound:
    break;
  }
  llvm_unreachable("variables of sums are instantiated");
}

bool NatEmitter::isBelow(const Nat &index, const Nat &length) const {
  Nat simple = simplify(index), end = simplify(length);
  if (isNatural(simple) && isNatural(end - 1 - simple))
    return true;
  return llvm::any_of(positions, [&](const auto &known) {
    std::optional<int64_t> further = (simple - known.first).getConstant();
    std::optional<int64_t> longer = (end - known.second).getConstant();
    return further && longer && *further >= 0 && *further <= *longer;
  });
}

/// An element of an array. A kernel checks that there is one, unless that is
/// known.
Value NatEmitter::emitLookup(Location loc, const Nat::Atom &atom) {
  const Nat &index = atom.operands[0];
  Nat length = lengths.lookup(atom.name);
  if (options.isKernel && !isBelow(index, length))
    emitIndexCheck(loc, emitNat(loc, index), length);
  Value element = arrays.lookup(atom.name)->at(index)->scalar();
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    element);
}

/// A divisor of numbers of the program is checked once, before the loops: the
/// units of a GPU cannot stop the kernel.
void NatEmitter::emitDivisorCheck(Location loc, const Nat &divisor) {
  if ((!options.isKernel && !options.checkAccesses) || isNatural(divisor - 1))
    return;
  OpBuilder::InsertionGuard guard(builder);
  bool isEarly = isOfNumbers(divisor) && tablePoint;
  if (isEarly && llvm::is_contained(divisors, divisor))
    return;
  if (isEarly) {
    builder.setInsertionPoint(tablePoint);
    divisors.push_back(divisor);
  }
  Value value = emitNat(loc, divisor);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isNonzero = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne, value, zero);
  emitFailUnless(loc, isNonzero, {WEFT_RT_DIVISION_BY_ZERO},
                 "the divisor " + divisor.toString() + " is zero");
}

/// A divisor of zero must not trap, even where it is not checked. A dividend
/// that an integer or an element makes negative has a quotient that is not
/// positive.
Value NatEmitter::emitQuotient(Location loc, const Nat::Atom &atom) {
  const Nat &divisor = atom.operands[1];
  emitDivisorCheck(loc, divisor);
  Value lhs = emitNat(loc, atom.operands[0]);
  Value rhs = emitNat(loc, divisor);
  if (!isNatural(divisor - 1)) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    rhs = arith::MaxSIOp::create(builder, loc, rhs, one);
  }
  if (atom.kind == Kind::Mod)
    return arith::RemUIOp::create(builder, loc, lhs, rhs);
  const Nat &dividend = atom.operands[0];
  if (isNonNegative(dividend, ranges) && !isNatural(dividend))
    return arith::DivSIOp::create(builder, loc, lhs, rhs);
  return arith::DivUIOp::create(builder, loc, lhs, rhs);
}

/// A branch is evaluated only if it is chosen: it may look up an element that
/// there is not otherwise.
Value NatEmitter::emitConditional(Location loc, const Nat::Atom &atom) {
  Value difference = emitNat(loc, atom.operands[0]);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value condition = arith::CmpIOp::create(builder, loc,
                                          atom.kind == Kind::IfZero
                                              ? arith::CmpIPredicate::eq
                                              : arith::CmpIPredicate::slt,
                                          difference, zero);
  auto branch = [&](const Nat &nat) {
    return [this, &nat](OpBuilder &, Location loc) {
      scf::YieldOp::create(builder, loc, emitNat(loc, nat));
    };
  };
  OpBuilder::InsertionGuard guard(builder);
  auto op = scf::IfOp::create(builder, loc, builder.getIndexType(), condition,
                              /*withElseRegion=*/true);
  builder.setInsertionPointToStart(op.thenBlock());
  branch(atom.operands[1])(builder, loc);
  builder.setInsertionPointToStart(op.elseBlock());
  branch(atom.operands[2])(builder, loc);
  return op.getResult(0);
}
