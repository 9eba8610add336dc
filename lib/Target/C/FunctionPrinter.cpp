//===- FunctionPrinter.cpp - Functions in C ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the signatures of functions, and where values come in and go out. The
// arrays of a kernel come in structures, as TensorABI.h has them; those of
// other functions are pointers with lengths, where somebody needs these.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

using namespace mlir;
using namespace weft::csource;

FunctionPrinter::FunctionPrinter(ModuleFacts &facts, func::FuncOp function,
                                 const CKernel *kernel)
    : facts(facts), function(function), kernel(kernel),
      placement(function, facts.arrays), hints(function, kernel, facts.arrays),
      ranges(function, [&](Value array) {
        if (!kernel || facts.arrays.isWritten(array))
          return false;
        std::string name = hints.get(array);
        return llvm::any_of(kernel->operands, [&](const CTensor &operand) {
          return llvm::any_of(operand.arrays, [&](const CArray &candidate) {
            return candidate.name == name && candidate.isNonNegative;
          });
        });
      }) {
  for (auto other :
       function->getParentOfType<ModuleOp>().getOps<func::FuncOp>())
    scopes.reserve(other.getName());
  if (!kernel)
    return;
  for (const std::vector<CTensor> &tensors :
       {kernel->results, kernel->operands})
    for (const CTensor &tensor : tensors)
      scopes.reserve(tensor.argument);
}

llvm::raw_ostream &FunctionPrinter::line() { return os->indent(2 * depth); }

LogicalResult FunctionPrinter::refuse(Operation *op, const Twine &what) {
  if (!failed)
    op->emitError("cannot write this in ")
        << (facts.isCUDA ? "CUDA" : "C") << ": " << what;
  failed = true;
  return failure();
}

bool weft::csource::mentions(StringRef text, StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name); at != StringRef::npos;
       at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !isPart(text[at - 1])) &&
        (end == text.size() || !isPart(text[end])))
      return true;
  }
  return false;
}

LogicalResult FunctionPrinter::print(llvm::raw_ostream &stream) {
  os = &stream;
  // The body is printed first, because it says what the beginning needs.
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  run = kernel ? "&run" : "run";
  // In C++ no jump passes declarations.
  giveUp = facts.isCUDA ? "return weft_device_end(&run, error)" : "goto done";
  depth = 1;
  if (kernel) {
    os = &bodyStream;
    bindKernelArguments();
    printBlock(function.getBody().front());
    os = &stream;
    printKernelSignature();
    printKernelArguments(body);
  } else {
    os = &stream;
    depth = 0;
    printSignature();
    depth = 1;
    os = &bodyStream;
    printBlock(function.getBody().front());
    os = &stream;
    // Calls pass all arguments, and compilers ask for each of them.
    for (Value argument : function.getArguments())
      for (const std::string &name : {variables.lookup(argument)->name,
                                      variables.lookup(argument)->length})
        if (!name.empty() && !mentions(body, name))
          line() << "(void)" << name << ";\n";
  }
  *os << body << "}\n";
  return success(!failed);
}

/// Whether a function has one result that is one variable.
static bool returnsValue(func::FuncOp function, const Arrays &arrays) {
  Operation *end = function.getBody().front().getTerminator();
  return end->getNumOperands() == 1 && !arrays.needsLength(end->getOperand(0));
}

void FunctionPrinter::printSignature() {
  if (isDevice())
    return printDeviceSignature();
  Operation *end = function.getBody().front().getTerminator();
  bool isReturned = returnsValue(function, facts.arrays);
  SmallVector<std::string> parameters;
  if (facts.fallible.contains(function))
    parameters.push_back("weft_run *run");
  for (Value argument : function.getArguments()) {
    Variable *variable = makeVariable(argument, function, /*isMutable=*/false);
    bool isConstant = variable->isArray && !facts.arrays.isWritten(argument);
    // Calls pass all arguments.
    parameters.push_back(getDeclarator(*variable, isConstant));
    if (!variable->length.empty())
      parameters.push_back("int64_t " + variable->length);
  }
  giveUp = "return";
  std::string result = "void";
  if (isReturned) {
    Value returned = end->getOperand(0);
    bool isArray = isa<MemRefType>(returned.getType());
    giveUp = isArray ? "return NULL" : "return 0";
    result =
        (getSpelling(typeOf(returned, function)) + (isArray ? " *" : "")).str();
  } else {
    for (auto [number, returned] : llvm::enumerate(end->getOperands())) {
      bool isArray = isa<MemRefType>(returned.getType());
      std::string name = "result" + std::to_string(number);
      parameters.push_back((getSpelling(typeOf(returned, function)) +
                            (isArray ? " **" : " *") + scopes.declare(name))
                               .str());
      if (isArray && facts.arrays.needsLength(returned))
        parameters.push_back("int64_t *" + scopes.declare(name + "_size"));
    }
  }
  std::string parameterText =
      parameters.empty() ? "void" : llvm::join(parameters, ", ");
  *os << (facts.isLibrary ? "" : "static ") << result
      << (result.back() == '*' ? "" : " ") << function.getName() << "("
      << parameterText << ") {\n";
}

void FunctionPrinter::printReturn(func::ReturnOp op) {
  if (returnsValue(function, facts.arrays)) {
    Value returned = op.getOperand(0);
    line() << "return "
           << (isa<MemRefType>(returned.getType())
                   ? getArray(returned).pointer
                   : get(returned).assignedTo(typeOf(returned, op)))
           << ";\n";
    return;
  }
  for (auto [number, returned] : llvm::enumerate(op.getOperands())) {
    std::string name = "*result" + std::to_string(number);
    if (!isa<MemRefType>(returned.getType())) {
      line() << name << " = " << get(returned).assignedTo(typeOf(returned, op))
             << ";\n";
      continue;
    }
    ArrayExpr array = getArray(returned);
    line() << name << " = " << array.pointer << ";\n";
    if (facts.arrays.needsLength(returned))
      line() << name << "_size = " << array.length.text << ";\n";
  }
}
