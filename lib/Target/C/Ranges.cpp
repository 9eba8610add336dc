//===- Ranges.cpp - Numbers that are not negative ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assumes that all integers are not negative, and takes back what does not
// follow from its operands, until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "Ranges.h"
#include "Arrays.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::csource;

static bool isSigned(Type type) {
  return type.isIndex() || (type.isInteger() && !type.isInteger(1));
}

bool Ranges::isNonNegative(Value value) const {
  return isSigned(value.getType()) && !negative.contains(value);
}

bool Ranges::mayBeNegative(Operation *op,
                           llvm::function_ref<bool(Value array)> holds) const {
  APInt constant;
  if (matchPattern(op, m_ConstantInt(&constant)))
    return constant.isNegative();
  auto isNegative = [&](Value value) { return negative.contains(value); };
  // Only indices are known not to wrap around.
  if (isa<arith::AddIOp, arith::MulIOp>(op))
    return !op->getResult(0).getType().isIndex() ||
           llvm::any_of(op->getOperands(), isNegative);
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::RemUIOp, arith::RemSIOp,
          arith::CeilDivUIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
          arith::MinUIOp, arith::MinSIOp, arith::MaxUIOp, arith::OrIOp,
          arith::XOrIOp, arith::IndexCastOp, arith::ExtSIOp>(op))
    return llvm::any_of(op->getOperands(), isNegative);
  if (isa<arith::MaxSIOp, arith::AndIOp>(op))
    return llvm::all_of(op->getOperands(), isNegative);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isNegative(select.getTrueValue()) ||
           isNegative(select.getFalseValue());
  if (auto shift = dyn_cast<arith::ShRUIOp>(op))
    return isNegative(shift.getLhs()) &&
           !matchPattern(shift.getRhs(), m_NonZero());
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return !holds(load.getMemRef());
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCallee() != "omp_get_max_threads";
  return !isa<memref::DimOp, arith::IndexCastUIOp, arith::ExtUIOp>(op);
}

Ranges::Ranges(func::FuncOp function,
               llvm::function_ref<bool(Value array)> holds) {
  // Arguments of other functions than kernels may be anything.
  if (function.isPrivate())
    for (Value argument : function.getArguments())
      if (isSigned(argument.getType()))
        negative.insert(argument);
  bool changed = true;
  while (changed) {
    changed = false;
    auto mark = [&](Value value) {
      changed |= isSigned(value.getType()) && negative.insert(value).second;
    };
    function.walk([&](Operation *op) {
      forEachFlow(op, [&](Value to, Value from) {
        if (negative.contains(from))
          mark(to);
      });
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        if (negative.contains(loop.getLowerBound()))
          mark(loop.getInductionVar());
      } else if (op->getNumRegions() == 0) {
        for (Value result : op->getResults())
          if (isSigned(result.getType()) && !negative.contains(result) &&
              mayBeNegative(op, holds))
            mark(result);
      }
    });
  }
}
