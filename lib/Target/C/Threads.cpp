//===- Threads.cpp - Loops on threads ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what the iterations of parallel loops hand over and combine into:
// arrays of the arrays of each part, and components that are updated at once.
// OpenMP does that by an instruction for sums and products of numbers; all
// other updates take turns, which are right for any combiner.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft::csource;

//===----------------------------------------------------------------------===//
// Arrays of arrays
//===----------------------------------------------------------------------===//

void FunctionPrinter::printStoreArray(memref::StoreOp op) {
  Expr target = getElement(op.getMemRef(), op.getIndices(), op);
  ArrayExpr array = getArray(op.getValue());
  if (array.offset != 0 || array.stride != 1)
    (void)refuse(op, "it stores a view of records");
  line() << target.text << ".data = " << array.pointer << ";\n";
  line() << target.text << ".length = " << array.length.assignedTo(CType::I64)
         << ";\n";
}

void FunctionPrinter::printLoadArray(memref::LoadOp op) {
  Expr source = getElement(op.getMemRef(), op.getIndices(), op);
  Variable *variable = makeVariable(op, op, /*isMutable=*/false);
  bool isConstant = !facts.arrays.isWritten(op);
  line() << getDeclarator(*variable, isConstant) << " = "
         << getPointerCast(variable->type, isConstant) << source.text
         << ".data;\n";
  if (!variable->length.empty())
    line() << "const int64_t " << variable->length << " = " << source.text
           << ".length;\n";
}

//===----------------------------------------------------------------------===//
// Atomic updates
//===----------------------------------------------------------------------===//

/// Whether a block combines its argument with another value in a way that C has
/// an assignment for.
static bool isCompoundAssignment(Block &body) {
  Operation *op = body.getTerminator()->getOperand(0).getDefiningOp();
  Value current = body.getArgument(0);
  return isa_and_nonnull<arith::AddIOp, arith::AddFOp, arith::MulIOp,
                         arith::MulFOp>(op) &&
         !current.getType().isInteger(1) && current.hasOneUse() &&
         op->hasOneUse() && llvm::is_contained(op->getOperands(), current) &&
         llvm::hasSingleElement(body.without_terminator());
}

void FunctionPrinter::printAtomicUpdate(memref::GenericAtomicRMWOp op) {
  Block &body = op.getRegion().front();
  Expr target = getElement(op.getMemref(), op.getIndices(), op);
  auto component = std::make_unique<Variable>();
  component->name = target.text;
  component->type = target.type;
  storage.push_back(std::move(component));
  bind(body.getArgument(0), storage.back().get());
  bool isAtomic = isCompoundAssignment(body);
  *os << "#ifdef _OPENMP\n#pragma omp "
      << (isAtomic ? "atomic" : "critical(weft_update)") << "\n#endif\n";
  if (!isAtomic) {
    line() << "{\n";
    ++depth;
    scopes.push();
    printBlock(body);
  }
  printAssignment(target.text, target.type,
                  body.getTerminator()->getOperand(0));
  if (!isAtomic) {
    scopes.pop();
    --depth;
    line() << "}\n";
  }
}

void FunctionPrinter::printExchange(memref::AtomicRMWOp op) {
  if (op.getKind() != arith::AtomicRMWKind::assign ||
      !op.getType().isInteger(32) || op.getIndices().size() != 1) {
    (void)refuse(op, "it updates an array in another way than a lock");
    return;
  }
  facts.prelude.require("weft_exchange");
  Expr target = getElement(op.getMemref(), op.getIndices(), op);
  std::string call = "weft_exchange(&" + target.text + ", " +
                     get(op.getValue()).assignedTo(CType::I32) + ");\n";
  if (!placement.isLive(op.getResult())) {
    line() << call;
    return;
  }
  Variable *old = makeVariable(op.getResult(), op, /*isMutable=*/false);
  line() << "const " << getDeclarator(*old, false) << " = " << call;
}

void FunctionPrinter::bindGlobal(memref::GetGlobalOp op) {
  auto array = std::make_unique<Variable>();
  array->name = op.getName().str();
  array->type = typeOf(op, op);
  array->isArray = true;
  array->isMutable = false;
  array->length = std::to_string(op.getType().getNumElements());
  storage.push_back(std::move(array));
  bind(op, storage.back().get());
}
