//===- Assignments.cpp - Assignments to variables ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints assignments, also several that happen at once: no variable changes
// before those that read it have been assigned to.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft::csource;

void FunctionPrinter::collectReads(Value value,
                                   DenseSet<Variable *> &reads) const {
  if (Variable *variable = variables.lookup(value)) {
    reads.insert(variable);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      collectReads(operand, reads);
  });
}

void FunctionPrinter::printAssignment(const std::string &target, CType type,
                                      Value value) {
  Operation *op = value.getDefiningOp();
  if (op && !variables.lookup(value) && placement.isInlined(op) &&
      op->getNumOperands() == 2) {
    bool commutes = isa<arith::AddIOp, arith::AddFOp, arith::MulIOp,
                        arith::MulFOp, complex::AddOp, complex::MulOp>(op);
    bool isSum = isa<arith::AddIOp, arith::AddFOp, complex::AddOp>(op);
    bool isDifference = isa<arith::SubIOp, arith::SubFOp, complex::SubOp>(op);
    for (unsigned number = 0; number != 2; ++number) {
      if (!(commutes || (isDifference && number == 0)) ||
          get(op->getOperand(number)).text != target)
        continue;
      Value other = op->getOperand(1 - number);
      Expr rhs = get(other);
      bool isUnit = rhs.literal && *rhs.literal == 1 && type == CType::I64 &&
                    op->getResult(0).getType().isIndex();
      if (isUnit && (isSum || isDifference)) {
        line() << target << (isSum ? "++" : "--") << ";\n";
        return;
      }
      // Integers are computed without sign, as in the whole sum.
      if (isInteger(type) && !op->getResult(0).getType().isIndex())
        rhs = castTo(rhs, getBytes(type) < 8 ? CType::U32 : CType::U64);
      line() << target
             << (isSum          ? " += "
                 : isDifference ? " -= "
                                : " *= ")
             << rhs.text << ";\n";
      return;
    }
  }
  line() << target << " = " << get(value).assignedTo(type) << ";\n";
}

SmallVector<FunctionPrinter::Move>
FunctionPrinter::collectMoves(ArrayRef<Variable *> targets, ValueRange values) {
  SmallVector<Move> moves;
  for (auto [target, value] : llvm::zip_equal(targets, values)) {
    if (!target)
      continue;
    bool isSame = variables.lookup(value) == target;
    if (target->isArray) {
      ArrayExpr array = getArray(value);
      isSame = array.pointer == target->name &&
               (target->length.empty() || array.length.text == target->length);
      if (array.offset != 0 || array.stride != 1)
        (void)refuse(function, "it carries a view of records");
    }
    if (isSame)
      continue;
    Move &move = moves.emplace_back(Move{target, value, {}});
    collectReads(value, move.reads);
    move.reads.erase(target);
  }
  return moves;
}

void FunctionPrinter::printMove(const Move &move) {
  const Variable &target = *move.target;
  if (!target.isArray) {
    printAssignment(target.name, target.type, move.value);
    return;
  }
  ArrayExpr array = getArray(move.value);
  if (!target.length.empty() && array.length.text != target.length)
    line() << target.length << " = " << array.length.assignedTo(CType::I64)
           << ";\n";
  if (array.pointer != target.name)
    line() << target.name << " = " << array.pointer << ";\n";
}

void FunctionPrinter::keepValue(const Move &move,
                                SmallVectorImpl<DelayedMove> &delayed) {
  const Variable &target = *move.target;
  std::string name = scopes.declare("next_" + target.name);
  delayed.push_back({target.name, name});
  if (!target.isArray) {
    line() << "const " << getSpelling(target.type) << " " << name << " = "
           << get(move.value).assignedTo(target.type) << ";\n";
    return;
  }
  ArrayExpr array = getArray(move.value);
  bool isConstant = !facts.arrays.isWritten(move.value);
  line() << (isConstant ? "const " : "") << getSpelling(target.type) << " *"
         << name << " = " << array.pointer << ";\n";
  if (target.length.empty())
    return;
  std::string length = scopes.declare("next_" + target.length);
  line() << "const int64_t " << length << " = "
         << array.length.assignedTo(CType::I64) << ";\n";
  delayed.push_back({target.length, length});
}

void FunctionPrinter::assignAll(ArrayRef<Variable *> targets,
                                ValueRange values) {
  SmallVector<Move> moves = collectMoves(targets, values);
  SmallVector<DelayedMove> delayed;
  while (!moves.empty()) {
    auto isRead = [&](const Move &move) {
      return llvm::any_of(moves, [&](const Move &other) {
        return &other != &move && other.reads.contains(move.target);
      });
    };
    auto next = llvm::find_if_not(moves, isRead);
    if (next != moves.end()) {
      printMove(*next);
    } else {
      // All of them wait for each other: the value of one is kept.
      next = moves.begin();
      keepValue(*next, delayed);
    }
    moves.erase(next);
  }
  for (const auto &[target, name] : delayed)
    line() << target << " = " << name << ";\n";
}
