//===- Launches.cpp - Launches in CUDA C++ ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints launches, and what stands before accesses of the host to arrays that
// launches take. As with the runtime, an array is copied to the device when a
// launch needs it, and back when the host does.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "weft/GPU/DeviceFunctions.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::csource;
using weft::gpu::ArgumentKind;
using weft::gpu::kArrayUsesName;
using weft::gpu::kLaunchArguments;

bool FunctionPrinter::isOnDevice(Value array) {
  if (!facts.isCUDA)
    return false;
  Value leader = facts.arrays.getLeader(array);
  return function
      .walk([&](func::CallOp call) {
        bool takes = call->hasAttr(kArrayUsesName) &&
                     llvm::any_of(call.getOperands(), [&](Value operand) {
                       return isa<MemRefType>(operand.getType()) &&
                              facts.arrays.getLeader(operand) == leader;
                     });
        return takes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The function that gives the copy of an array, by how the kernel uses it.
static StringRef getCopyFunction(ArgumentKind use) {
  return use == ArgumentKind::Reads    ? "weft_device_read"
         : use == ArgumentKind::Writes ? "weft_device_update"
                                       : "weft_device_define";
}

void FunctionPrinter::printLaunch(func::CallOp op, func::FuncOp callee) {
  auto uses = op->getAttrOfType<DenseI64ArrayAttr>(kArrayUsesName);
  if (!uses || uses.size() + kLaunchArguments != op.getNumOperands()) {
    (void)refuse(op, "how a kernel uses its arguments is not known");
    return;
  }
  SmallVector<std::string> arguments;
  SmallVector<std::string> &names = facts.argumentNames[callee];
  names.assign(op.getNumOperands(), "");
  line() << "{\n";
  ++depth;
  scopes.push();
  for (unsigned number = kLaunchArguments; number != op.getNumOperands();
       ++number) {
    Value operand = op.getOperand(number);
    BlockArgument argument = callee.getArgument(number);
    if (!isa<MemRefType>(operand.getType())) {
      Expr value = get(operand);
      if (Variable *variable = findVariable(operand))
        names[number] = variable->name;
      arguments.push_back(value.assignedTo(typeOf(operand, op)));
      continue;
    }
    ArrayExpr array = getArray(operand);
    names[number] = array.pointer;
    auto use = static_cast<ArgumentKind>(uses[number - kLaunchArguments]);
    StringRef function = getCopyFunction(use);
    facts.prelude.require(function);
    std::string name = scopes.declare("device_" + array.pointer);
    Expr length = array.length;
    if (array.stride != 1)
      length = makeBinary("*", length, makeLiteral(array.stride, CType::I64),
                          Binding::Product, CType::I64);
    line() << (use == ArgumentKind::Reads ? "const " : "")
           << getSpelling(typeOf(operand, op)) << " *" << name << " = "
           << function << "(" << run << ", ";
    // The other arrays of records have elements of another type.
    *os << array.pointer << ", " << length.text << ");\n";
    arguments.push_back(name);
    if (facts.arrays.needsLength(argument))
      arguments.push_back(array.length.assignedTo(CType::I64));
  }
  std::string blocks = scopes.declare("blocks");
  facts.prelude.require("weft_device_blocks");
  line() << "const unsigned " << blocks << " = weft_device_blocks(" << run
         << ", " << get(op.getOperand(0)).assignedTo(CType::I64) << ");\n";
  printFail();
  auto getSize = [&](unsigned number) {
    Expr size = get(op.getOperand(number));
    return size.literal ? size.text : castTo(size, CType::U32).text;
  };
  line() << "WEFT_LAUNCH(" << callee.getName() << ", dim3(" << blocks
         << "), dim3(" << getSize(1) << ", " << getSize(2) << "))("
         << llvm::join(arguments, ", ") << ");\n";
  facts.prelude.require("weft_device_wait");
  line() << "weft_device_wait(" << run << ");\n";
  printFail();
  scopes.pop();
  --depth;
  line() << "}\n";
}

void FunctionPrinter::printHostAccess(LLVM::CallOp op) {
  // The address of an array comes as a pointer of the LLVM dialect.
  Operation *address =
      op.getNumOperands() == 2 ? op.getOperand(0).getDefiningOp() : nullptr;
  while (address && address->getNumOperands() == 1 &&
         !isa<memref::ExtractAlignedPointerAsIndexOp>(address))
    address = address->getOperand(0).getDefiningOp();
  auto array =
      dyn_cast_if_present<memref::ExtractAlignedPointerAsIndexOp>(address);
  APInt isWritten;
  if (op.getCallee() != StringRef("weft_rt_access") || !array ||
      !matchPattern(op.getOperand(1), m_ConstantInt(&isWritten))) {
    (void)refuse(op, "it calls a function by its address");
    return;
  }
  // Operands that no launch takes are nowhere else.
  if (!isOnDevice(array.getSource()))
    return;
  facts.prelude.require("weft_device_access");
  line() << "weft_device_access(" << run << ", "
         << getArray(array.getSource()).pointer << ", "
         << (isWritten.isZero() ? "false" : "true") << ");\n";
  printFail();
}
