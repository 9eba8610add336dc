//===- Calls.cpp - Calls of functions ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints calls: of the functions of the module, and of those of the runtime,
// for which the prelude has others.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "weft/Runtime/TensorABI.h"

using namespace mlir;
using namespace weft;
using namespace weft::csource;

/// The name of a status, as TensorABI.h has it; empty if it has none.
static StringRef getStatusName(int64_t status) {
  switch (status) {
  case WEFT_RT_OUT_OF_MEMORY:
    return "WEFT_RT_OUT_OF_MEMORY";
  case WEFT_RT_INDEX_OVERFLOW:
    return "WEFT_RT_INDEX_OVERFLOW";
  case WEFT_RT_SIZE_OVERFLOW:
    return "WEFT_RT_SIZE_OVERFLOW";
  case WEFT_RT_INVALID_ARGUMENT:
    return "WEFT_RT_INVALID_ARGUMENT";
  case WEFT_RT_STRUCTURE_MISMATCH:
    return "WEFT_RT_STRUCTURE_MISMATCH";
  case WEFT_RT_OUT_OF_BOUNDS:
    return "WEFT_RT_OUT_OF_BOUNDS";
  case WEFT_RT_NO_ROOM:
    return "WEFT_RT_NO_ROOM";
  case WEFT_RT_BOUND_VIOLATED:
    return "WEFT_RT_BOUND_VIOLATED";
  case WEFT_RT_NEGATIVE_LENGTH:
    return "WEFT_RT_NEGATIVE_LENGTH";
  case WEFT_RT_LENGTH_MISMATCH:
    return "WEFT_RT_LENGTH_MISMATCH";
  case WEFT_RT_DIVISION_BY_ZERO:
    return "WEFT_RT_DIVISION_BY_ZERO";
  default:
    return "";
  }
}

void FunctionPrinter::printRuntimeCall(func::CallOp op) {
  StringRef name = op.getCallee();
  SmallVector<std::string> arguments;
  for (Value operand : op.getOperands()) {
    auto cast = operand.getDefiningOp();
    memref::ExtractAlignedPointerAsIndexOp address;
    while (cast && cast->getNumOperands() == 1 && !address) {
      address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(cast);
      cast = cast->getOperand(0).getDefiningOp();
    }
    arguments.push_back(address ? getArray(address.getSource()).pointer
                                : get(operand).assignedTo(CType::I64));
  }
  auto print = [&](StringRef function, bool withRun) {
    facts.prelude.require(function);
    if (withRun)
      arguments.insert(arguments.begin(), run);
    line();
    if (op.getNumResults() == 1) {
      Variable *variable =
          makeVariable(op.getResult(0), op, /*isMutable=*/false);
      *os << "const " << getDeclarator(*variable, false) << " = ";
    }
    *os << function << "(" << llvm::join(arguments, ", ") << ");\n";
  };
  if (name == "weft_rt_fail") {
    Expr status = get(op.getOperand(0));
    StringRef known = status.literal ? getStatusName(*status.literal) : "";
    if (!known.empty())
      arguments[0] = known.str();
    print("weft_fail", /*withRun=*/true);
    line() << giveUp << ";\n";
    usesGiveUp = true;
  } else if (name == "weft_rt_capacity") {
    print("weft_capacity", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_finish_launches") {
    print("weft_device_finish", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_repeat") {
    print("weft_repeat", /*withRun=*/false);
  } else if (name == "omp_get_max_threads") {
    print("weft_num_threads", /*withRun=*/false);
  } else if (name == "weft_rt_sort") {
    if (arguments[3] == "0")
      arguments[3] = "NULL";
    print("weft_sort", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_group") {
    print("weft_group", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_rank") {
    print("weft_rank", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_place") {
    // It leaves values where they are.
    arguments.resize(4);
    print("weft_rank", /*withRun=*/true);
    printFail();
  } else if (name == "weft_rt_box") {
    print("weft_box", /*withRun=*/false);
  } else if (name == "weft_rt_collect") {
    for (std::string &array : MutableArrayRef(arguments).slice(5, 2))
      if (array == "0")
        array = "NULL";
    print("weft_collect", /*withRun=*/false);
  } else {
    (void)refuse(op, "it calls '" + name + "'");
  }
}

void FunctionPrinter::printCall(func::CallOp op) {
  auto callee =
      function->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
          op.getCallee());
  if (!callee || callee.isDeclaration())
    return printRuntimeCall(op);
  if (callee->hasAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName()))
    return printLaunch(op, callee);
  SmallVector<std::string> arguments;
  bool mayFail = facts.fallible.contains(callee);
  if (mayFail)
    arguments.push_back(run);
  for (auto [operand, argument] :
       llvm::zip_equal(op.getOperands(), callee.getArguments())) {
    if (!isa<MemRefType>(operand.getType())) {
      arguments.push_back(get(operand).assignedTo(typeOf(operand, op)));
      continue;
    }
    ArrayExpr array = getArray(operand);
    if (array.offset != 0 || array.stride != 1)
      (void)refuse(op, "it passes a part of records on");
    arguments.push_back(array.pointer);
    if (facts.arrays.needsLength(argument))
      arguments.push_back(array.length.assignedTo(CType::I64));
  }

  SmallVector<Variable *> results;
  SmallVector<std::string> outputs;
  SmallVector<bool> isNew;
  for (Value result : op.getResults()) {
    Variable *variable = findTarget(result, op, /*inside=*/false);
    if (variable &&
        (llvm::is_contained(results, variable) ||
         (facts.arrays.needsLength(result) && !variable->ownsLength)))
      variable = nullptr;
    isNew.push_back(!variable);
    if (!variable)
      variable = makeVariable(result, op, /*isMutable=*/true);
    results.push_back(variable);
    outputs.push_back(variable->name);
    if (facts.arrays.needsLength(result))
      outputs.push_back(variable->length);
  }
  bool isReturned = outputs.size() == 1;
  for (auto [variable, fresh] : llvm::zip_equal(results, isNew))
    if (fresh && !isReturned && variable->isArray)
      declare(*variable);
    else if (fresh && !isReturned) // What fails does not set it.
      line() << getDeclarator(*variable, false) << " = 0;\n";
  if (!isReturned)
    for (const std::string &output : outputs)
      arguments.push_back("&" + output);
  line();
  if (isReturned)
    *os << (isNew.front() ? getDeclarator(*results.front(), false)
                          : outputs.front())
        << " = ";
  *os << op.getCallee() << "(" << llvm::join(arguments, ", ") << ");\n";
  for (auto [variable, fresh, result] :
       llvm::zip_equal(results, isNew, op.getResults()))
    if (!fresh) {
      variable->holds.clear();
      bind(result, variable);
    }
  if (mayFail)
    printFail();
}
