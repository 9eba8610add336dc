//===- Variables.cpp - Variables of values ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives values variables. A loop changes the variables
// that its first values are in, and a branch those that its results go to, if
// the old values are dead.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

using namespace mlir;
using namespace weft::csource;

Variable *FunctionPrinter::bind(Value value, Variable *variable) {
  variables[value] = variable;
  variable->holds.push_back(value);
  return variable;
}

/// A new variable for a value, which is not declared yet.
Variable *FunctionPrinter::makeVariable(Value value, Operation *op,
                                        bool isMutable) {
  auto variable = std::make_unique<Variable>();
  variable->name = scopes.declare(hints.get(value));
  variable->type = typeOf(value, op);
  variable->isMutable = isMutable;
  variable->isArray = isa<MemRefType>(value.getType());
  if (variable->isArray && facts.arrays.needsLength(value)) {
    variable->length = scopes.declare(variable->name + "_size");
    variable->ownsLength = true;
  }
  storage.push_back(std::move(variable));
  return bind(value, storage.back().get());
}

Variable *FunctionPrinter::makeArray(Value value, Operation *op,
                                     StringRef length) {
  auto variable = std::make_unique<Variable>();
  variable->name = scopes.declare(hints.get(value));
  variable->type = typeOf(value, op);
  variable->isArray = true;
  variable->isMutable = false;
  variable->length = length.str();
  storage.push_back(std::move(variable));
  return bind(value, storage.back().get());
}

Variable *FunctionPrinter::findVariable(Value value) const {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return variables.lookup(value);
}

std::string FunctionPrinter::getDeclarator(const Variable &variable,
                                           bool isConstant) const {
  return ((isConstant ? "const " : "") + getSpelling(variable.type) +
          (variable.isArray ? " *" : " ") + variable.name)
      .str();
}

/// Declares a variable that branches assign to.
void FunctionPrinter::declare(const Variable &variable) {
  bool isConstant =
      variable.isArray && !facts.arrays.isWritten(variable.holds.front());
  // Compilers do not see that a function that fails is left.
  line() << getDeclarator(variable, isConstant)
         << (variable.isArray ? " = NULL;\n" : ";\n");
  if (!variable.length.empty())
    line() << "int64_t " << variable.length << " = 0;\n";
}

/// Whether two operations are in different branches, so that at most one runs.
static bool isInOtherBranch(Operation *op, Operation *other) {
  for (auto branch = op->getParentOfType<scf::IfOp>(); branch;
       branch = branch->getParentOfType<scf::IfOp>()) {
    if (!branch->isProperAncestor(other))
      continue;
    bool isElse = branch.getElseRegion().isAncestor(op->getParentRegion());
    return isElse !=
           branch.getElseRegion().isAncestor(other->getParentRegion());
  }
  return false;
}

bool FunctionPrinter::canOverwrite(Variable *variable, Operation *op,
                                   bool inside, OpOperand *except) const {
  if (!variable || !variable->isMutable)
    return false;
  auto getLoop = [](Operation *op) {
    while (op && !isa<scf::ForOp, scf::WhileOp, func::FuncOp>(op))
      op = op->getParentOp();
    return op;
  };
  unsigned begin = placement.getBegin(op), end = placement.getEnd(op);
  for (Value value : variable->holds) {
    // A loop may read it again.
    if (getLoop(value.getParentBlock()->getParentOp()) !=
        getLoop(op->getParentOp()))
      return false;
    bool isDead = true;
    placement.forEachRead(value, [&](OpOperand &use) {
      unsigned at = placement.getBegin(use.getOwner());
      // What has no regions reads its operands before it has a result.
      bool isBefore = at < begin || (at == begin && op->getNumRegions() == 0);
      if (&use == except || isBefore || isInOtherBranch(op, use.getOwner()))
        return;
      isDead &= inside && at <= end;
    });
    if (!isDead)
      return false;
  }
  return true;
}

Variable *FunctionPrinter::findTarget(Value result, Operation *op,
                                      bool inside) const {
  // The only use may be behind a view.
  while (result.hasOneUse() &&
         isa<memref::CastOp, memref::ReinterpretCastOp>(*result.user_begin()) &&
         (*result.user_begin())->getBlock() == op->getBlock())
    result = (*result.user_begin())->getResult(0);
  if (!result.hasOneUse())
    return nullptr;
  OpOperand &use = *result.use_begin();
  auto slots = targets.find(op->getBlock());
  if (use.getOwner() != op->getBlock()->getTerminator() ||
      slots == targets.end() || use.getOperandNumber() >= slots->second.size())
    return nullptr;
  Variable *target = slots->second[use.getOperandNumber()];
  return target && canOverwrite(target, op, inside) ? target : nullptr;
}

SmallVector<Variable *>
FunctionPrinter::initialize(Operation *op, MutableArrayRef<OpOperand> inits,
                            ValueRange arguments, ValueRange results) {
  SmallVector<Variable *> carried;
  DenseSet<Variable *> claimed;
  for (auto [init, argument, result] :
       llvm::zip_equal(inits, arguments, results)) {
    if (!placement.isLive(argument) && !placement.isLive(result)) {
      carried.push_back(nullptr);
      continue;
    }
    bool needsLength = isa<MemRefType>(argument.getType()) &&
                       facts.arrays.needsLength(argument);
    auto fits = [&](Variable *variable, OpOperand *except) {
      return variable && !claimed.contains(variable) &&
             (!needsLength || variable->ownsLength) &&
             canOverwrite(variable, op, /*inside=*/false, except);
    };
    Variable *variable = findVariable(init.get());
    if (!fits(variable, &init)) {
      variable = findTarget(result, op, /*inside=*/false);
      if (fits(variable, nullptr)) {
        assignAll({variable}, init.get());
      } else {
        Value from = init.get();
        // The first value is computed before the variable exists.
        std::string text;
        Variable *fresh;
        if (isa<MemRefType>(argument.getType())) {
          ArrayExpr array = getArray(from);
          fresh = makeVariable(argument, op, /*isMutable=*/true);
          bool isConstant = !facts.arrays.isWritten(argument);
          line() << getDeclarator(*fresh, isConstant) << " = " << array.pointer
                 << ";\n";
          if (!fresh->length.empty())
            line() << "int64_t " << fresh->length << " = "
                   << array.length.assignedTo(CType::I64) << ";\n";
        } else {
          Expr expr = get(from);
          fresh = makeVariable(argument, op, /*isMutable=*/true);
          line() << getDeclarator(*fresh, false) << " = "
                 << expr.assignedTo(fresh->type) << ";\n";
        }
        variable = fresh;
      }
    }
    claimed.insert(variable);
    carried.push_back(variable);
  }
  for (auto [variable, argument] : llvm::zip_equal(carried, arguments)) {
    if (!variable)
      continue;
    variable->holds.clear();
    bind(argument, variable);
  }
  return carried;
}
