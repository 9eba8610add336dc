//===- Statements.cpp - Statements ------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the operations that are statements: memory, and values with a variable
// of their own.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::csource;

void FunctionPrinter::printBlock(Block &block) {
  for (Operation &op : block)
    if (!placement.isInlined(&op) && !failed)
      printStatement(&op);
}

void FunctionPrinter::printStatement(Operation *op) {
  if (isDevice() && printDeviceStatement(op))
    return;
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return printHostAccess(call);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return printFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return printWhile(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op);
      branch && !placement.isExpression(branch))
    return printIf(branch);
  if (isa<scf::YieldOp>(op))
    return assignAll(targets[op->getBlock()], op->getOperands());
  if (isa<scf::ConditionOp, memref::AtomicYieldOp>(op))
    return;
  if (auto end = dyn_cast<func::ReturnOp>(op))
    return kernel ? printKernelResults(end) : printReturn(end);
  if (auto call = dyn_cast<func::CallOp>(op))
    return printCall(call);
  if (isa<memref::AllocOp, memref::ReallocOp>(op))
    return facts.arrays.isLocal(op->getResult(0))
               ? printLocalArray(cast<memref::AllocOp>(op))
               : printAlloc(op);
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return printCopy(copy);
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return printView(view);
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    if (facts.arrays.isLocal(dealloc.getMemref()))
      return;
    if (isOnDevice(dealloc.getMemref())) {
      facts.prelude.require("weft_device_forget");
      line() << "weft_device_forget(" << run << ", "
             << getArray(dealloc.getMemref()).pointer << ");\n";
    }
    facts.prelude.require("weft_free");
    line() << "weft_free(" << run << ", "
           << getArray(dealloc.getMemref()).pointer << ");\n";
    return;
  }
  if (auto load = dyn_cast<memref::LoadOp>(op);
      load && isa<MemRefType>(load.getType()))
    return printLoadArray(load);
  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && isa<MemRefType>(store.getValue().getType()))
    return printStoreArray(store);
  if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
    return printAtomicUpdate(update);
  if (auto exchange = dyn_cast<memref::AtomicRMWOp>(op))
    return printExchange(exchange);
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return bindGlobal(global);
  if (auto store = dyn_cast<memref::StoreOp>(op);
      store && store.getIndices().size() <= 1) {
    Expr target = getElement(store.getMemRef(), store.getIndices(), op);
    // What is stored where it was read changes nothing.
    if (get(store.getValue()).text != target.text)
      printAssignment(target.text, target.type, store.getValue());
    return;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op);
      select && isa<MemRefType>(select.getType())) {
    ArrayExpr yes = getArray(select.getTrueValue());
    ArrayExpr no = getArray(select.getFalseValue());
    Expr condition = get(select.getCondition());
    Variable *variable = makeVariable(select, op, /*isMutable=*/false);
    line() << getDeclarator(*variable, !facts.arrays.isWritten(select)) << " = "
           << condition.within(Binding::Or) << " ? " << yes.pointer << " : "
           << no.pointer << ";\n";
    if (!variable->length.empty())
      line() << "const int64_t " << variable->length << " = "
             << condition.within(Binding::Or) << " ? "
             << yes.length.within(Binding::Or) << " : "
             << no.length.within(Binding::Or) << ";\n";
    return;
  }
  if (op->getNumResults() != 0 &&
      llvm::none_of(op->getResults(),
                    [&](Value result) { return placement.isLive(result); }) &&
      isMemoryEffectFree(op))
    return;
  if (op->getNumResults() != 1 || isa<MemRefType>(op->getResult(0).getType())) {
    (void)refuse(op, "it uses '" + op->getName().getStringRef() + "'");
    return;
  }
  Expr expr = getExpression(op);
  Variable *variable = makeVariable(op->getResult(0), op, /*isMutable=*/false);
  line() << "const " << getDeclarator(*variable, false) << " = "
         << expr.assignedTo(variable->type) << ";\n";
}

std::string FunctionPrinter::getPointerCast(CType element,
                                            bool isConstant) const {
  if (!facts.isCUDA)
    return "";
  return ((isConstant ? "(const " : "(") + getSpelling(element) + " *)").str();
}

/// Leaves the function after something has failed.
void FunctionPrinter::printFail() {
  usesGiveUp = true;
  line() << "if ("
         << (StringRef(run).starts_with("&")
                 ? StringRef(run).drop_front().str() + "."
                 : run + "->")
         << "error.status != WEFT_RT_OK)\n";
  ++depth;
  line() << giveUp << ";\n";
  --depth;
}

void FunctionPrinter::printLocalArray(memref::AllocOp op) {
  std::string length = std::to_string(op.getType().getNumElements());
  Variable *variable = makeArray(op, op, length);
  line() << getSpelling(variable->type) << " " << variable->name << "["
         << length << "];\n";
}

void FunctionPrinter::printAlloc(Operation *op) {
  auto realloc = dyn_cast<memref::ReallocOp>(op);
  Value array = op->getResult(0);
  auto type = cast<MemRefType>(array.getType());
  if (type.getRank() != 1 || !type.getLayout().isIdentity()) {
    (void)refuse(op, "it has an array that is no list");
    return;
  }
  // The last operand, behind what is reallocated.
  Value dynamic = type.hasStaticShape() ? Value() : op->getOperands().back();
  Expr length =
      dynamic ? get(dynamic) : makeLiteral(type.getNumElements(), CType::I64);
  std::string source =
      realloc ? getArray(realloc.getSource()).pointer + ", " : "";
  Variable *variable = findTarget(array, op, /*inside=*/false);
  if (variable && facts.arrays.needsLength(array) && !variable->ownsLength)
    variable = nullptr;
  bool isNew = !variable;
  // An array that stays what it is needs no variable for its length.
  Variable *size = dynamic ? findVariable(dynamic) : nullptr;
  bool staysSame = isNew && size && !size->isMutable &&
                   facts.arrays.getMembers(array).size() == 1;
  if (staysSame)
    variable = makeArray(array, op, size->name);
  else if (isNew)
    variable = makeVariable(array, op, /*isMutable=*/true);
  StringRef function = realloc ? "weft_realloc" : "weft_alloc";
  facts.prelude.require(function);
  // Lengths that are expressions are computed once.
  if (variable->ownsLength) {
    line() << (isNew ? "int64_t " : "") << variable->length << " = "
           << length.assignedTo(CType::I64) << ";\n";
    length = Expr{variable->length};
  }
  if (realloc && isOnDevice(realloc.getSource())) {
    facts.prelude.require("weft_device_forget");
    line() << "weft_device_forget(" << run << ", "
           << getArray(realloc.getSource()).pointer << ");\n";
  }
  line() << (isNew ? getDeclarator(*variable, false) : variable->name) << " = "
         << getPointerCast(variable->type, false) << function << "(" << run
         << ", " << source << length.assignedTo(CType::I64) << ", sizeof *"
         << variable->name << ");\n";
  line() << "if (!" << variable->name << ")\n";
  ++depth;
  line() << giveUp << ";\n";
  --depth;
  usesGiveUp = true;
  if (!isNew) {
    variable->holds.clear();
    bind(array, variable);
  }
}

void FunctionPrinter::printCopy(memref::CopyOp op) {
  ArrayExpr source = getArray(op.getSource()),
            target = getArray(op.getTarget());
  if (source.offset || source.stride != 1 || target.offset ||
      target.stride != 1) {
    (void)refuse(op, "it copies a part of records");
    return;
  }
  facts.prelude.include("string.h");
  line() << "memcpy(" << target.pointer << ", " << source.pointer << ", "
         << source.length.within(Binding::Product) << " * sizeof *"
         << target.pointer << ");\n";
}

void FunctionPrinter::printView(memref::ViewOp op) {
  ArrayExpr source = getArray(op.getSource());
  Expr shift = get(op.getByteShift());
  if (!shift.literal || *shift.literal != 0 || op.getType().getRank() != 1) {
    (void)refuse(op, "it views an array from the middle");
    return;
  }
  Variable *variable = makeVariable(op, op, /*isMutable=*/false);
  bool isConstant = !facts.arrays.isWritten(op);
  line() << getDeclarator(*variable, isConstant) << " = ("
         << (isConstant ? "const " : "") << getSpelling(variable->type) << " *)"
         << source.pointer << ";\n";
  if (!variable->length.empty())
    line() << "const int64_t " << variable->length << " = "
           << get(op.getSizes().front()).text << ";\n";
}
