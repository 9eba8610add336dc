//===- KernelArguments.cpp - Arguments and results of kernels ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the signature of a kernel, and where its arrays come in and go out: in
// structures, as TensorABI.h has them.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;
using namespace weft::csource;

void FunctionPrinter::printKernelSignature() {
  for (const std::string &text : kernel->comment)
    *os << text << "\n";
  if (facts.isCUDA)
    *os << "extern \"C\"\n";
  std::string head = "int64_t " + kernel->name + "(";
  *os << head;
  std::string indent(head.size(), ' ');
  SmallVector<std::string> parameters;
  for (const CTensor &result : kernel->results)
    parameters.push_back("weft_tensor_data *" + result.argument);
  for (const CTensor &operand : kernel->operands)
    parameters.push_back("const weft_tensor_data *" + operand.argument);
  parameters.push_back("weft_rt_error *error");
  size_t column = indent.size();
  for (auto [number, parameter] : llvm::enumerate(parameters)) {
    bool isLast = number + 1 == parameters.size();
    if (number != 0 && column + parameter.size() + 3 > 80) {
      *os << "\n" << indent;
      column = indent.size();
    } else if (number != 0) {
      *os << " ";
    }
    *os << parameter << (isLast ? ") {\n" : ",");
    column += parameter.size() + 2;
  }
}

/// How many bytes a record of the last array of a tensor has; none if there are
/// no records.
static std::optional<int64_t> getRecordBytes(DictionaryAttr tensor) {
  auto arrays = tensor.getAs<ArrayAttr>("arrays");
  if (!arrays || arrays.empty())
    return std::nullopt;
  auto last = dyn_cast<TypeAttr>(arrays[arrays.size() - 1]);
  if (auto record =
          dyn_cast_if_present<VectorType>(last ? last.getValue() : Type()))
    return record.getNumElements();
  return std::nullopt;
}

/// The shape of a tensor in the note on the types of a kernel.
static int64_t getRank(DictionaryAttr tensor) {
  auto rank = tensor.getAs<IntegerAttr>("rank");
  return rank ? rank.getInt() : 0;
}

/// Gives variables to the sizes and arrays that come in.
void FunctionPrinter::bindKernelArguments() {
  auto abi = function->getAttrOfType<DictionaryAttr>(kABIAttr);
  auto arguments = abi ? abi.getAs<ArrayAttr>("arguments") : ArrayAttr();
  if (!arguments) {
    (void)refuse(function, "the types of its tensors are not known");
    return;
  }
  unsigned next = 0, tensor = 0;
  auto declareSize = [&](StringRef wish, const std::string &argument,
                         int64_t mode) {
    Value size = function.getArgument(next++);
    auto variable = std::make_unique<Variable>();
    variable->name = scopes.declare(wish);
    variable->isMutable = false;
    declarations.push_back({argument, variable->name,
                            "const int64_t " + variable->name + " = " +
                                argument + "->dims[" + std::to_string(mode) +
                                "];\n"});
    storage.push_back(std::move(variable));
    bind(size, storage.back().get());
  };
  for (Attribute attr : arguments) {
    auto record = dyn_cast<DictionaryAttr>(attr);
    if (!record) {
      auto extent =
          function.getArgAttrOfType<DenseI64ArrayAttr>(next, kExtentAttr);
      if (!extent || extent.size() != 2 ||
          extent[0] >= static_cast<int64_t>(kernel->results.size())) {
        (void)refuse(function, "the types of its tensors are not known");
        return;
      }
      const CTensor &result = kernel->results[extent[0]];
      declareSize(result.name + std::to_string(extent[1] + 1) + "_dim",
                  result.argument, extent[1]);
      continue;
    }
    const CTensor &operand = kernel->operands[tensor++];
    for (int64_t mode = 0; mode != getRank(record); ++mode)
      declareSize(operand.name + std::to_string(mode + 1) + "_dim",
                  operand.argument, mode);
    std::optional<int64_t> recordBytes = getRecordBytes(record);
    for (auto [number, info] : llvm::enumerate(operand.arrays)) {
      Value array = function.getArgument(next++);
      auto variable = std::make_unique<Variable>();
      variable->name = scopes.declare(info.name);
      variable->type = typeOf(array, function);
      variable->isArray = true;
      variable->isMutable = false;
      std::string source =
          operand.argument + "->arrays[" + std::to_string(number) + "]";
      bool isConstant = !facts.arrays.isWritten(array);
      declarations.push_back(
          {operand.argument, variable->name,
           ((isConstant ? "const " : "") + getSpelling(variable->type) +
            (facts.isCUDA ? " *__restrict__ " : " *restrict ") +
            variable->name + " = " +
            getPointerCast(variable->type, isConstant) + source + ".data;\n")
               .str()});
      if (facts.arrays.needsLength(array)) {
        variable->length = scopes.declare(variable->name + "_size");
        bool isLast = number + 1 == operand.arrays.size();
        std::string text =
            "const int64_t " + variable->length + " = " + source + ".length";
        if (isLast && recordBytes)
          text += " * " + std::to_string(*recordBytes);
        declarations.push_back(
            {operand.argument, variable->length, text + ";\n"});
      }
      storage.push_back(std::move(variable));
      bind(array, storage.back().get());
    }
  }
}

/// Declares what the body uses of the arguments.
void FunctionPrinter::printKernelArguments(StringRef body) {
  llvm::StringSet<> used;
  for (const Declaration &declaration : declarations)
    if (mentions(body, declaration.name)) {
      used.insert(declaration.argument);
      line() << declaration.text;
    }
  for (const CTensor &operand : kernel->operands)
    if (!used.contains(operand.argument))
      line() << "(void)" << operand.argument << ";\n";
  line() << "weft_run run = " << (facts.isCUDA ? "{}" : "{0}") << ";\n\n";
}

void FunctionPrinter::printKernelResults(func::ReturnOp op) {
  auto abi = function->getAttrOfType<DictionaryAttr>(kABIAttr);
  auto results = abi ? abi.getAs<ArrayAttr>("results") : ArrayAttr();
  if (!results || results.size() != kernel->results.size()) {
    (void)refuse(function, "the types of its results are not known");
    return;
  }
  *os << "\n";
  facts.prelude.require("weft_keep");
  facts.prelude.require("weft_end");
  unsigned next = 0;
  for (auto [attr, result] : llvm::zip_equal(results, kernel->results)) {
    auto record = cast<DictionaryAttr>(attr);
    for (int64_t mode = 0; mode != getRank(record); ++mode)
      line() << result.argument << "->dims[" << mode
             << "] = " << get(op.getOperand(next++)).assignedTo(CType::I64)
             << ";\n";
    std::optional<int64_t> recordBytes = getRecordBytes(record);
    for (size_t number = 0; number != result.arrays.size(); ++number) {
      ArrayExpr array = getArray(op.getOperand(next++));
      bool isRecords = recordBytes && number + 1 == result.arrays.size();
      line() << "weft_keep(&run, &" << result.argument << "->arrays[" << number
             << "], " << array.pointer << ", ";
      if (isRecords)
        *os << array.length.within(Binding::Product) << " / " << *recordBytes;
      else
        *os << array.length.text;
      *os << ");\n";
    }
  }
  if (facts.isCUDA) {
    facts.prelude.require("weft_device_end");
    line() << giveUp << ";\n";
    return;
  }
  if (usesGiveUp)
    *os << "done:\n";
  line() << "return weft_end(&run, error);\n";
}
