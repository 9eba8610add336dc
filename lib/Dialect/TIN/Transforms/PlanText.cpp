//===- PlanText.cpp - Plans in index notation -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints expressions of tin. Operators other than sums and products are printed
// as functions of their names.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/TIN/Transforms/PlanText.h"

#include "weft/Analysis/KernelNames.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin;

namespace {
/// Prints the computes of one function.
class Printer {
public:
  explicit Printer(func::FuncOp function);
  /// Names tensors as schedules do.
  explicit Printer(ComputeOp compute);

  std::string printAssignment(ComputeOp compute);
  /// The assignment, its storage and the order of its loops.
  std::string describe(ComputeOp compute);

private:
  std::string print(Value value);
  std::string printOperation(Operation *op);
  std::string printAccess(AccessOp access);
  std::string printVariable(Value variable);
  std::string printStorage(ComputeOp compute);
  std::string printOrder(ComputeOp compute);
  /// The operands of an operation between `separator`.
  std::string join(Operation *op, StringRef separator);

  DenseMap<Value, std::string> names;
};
} // namespace

/// The name that the text gives an argument or a result.
static std::string getName(DictionaryAttr attributes, unsigned number) {
  auto name =
      attributes ? attributes.getAs<StringAttr>(kTensorNameAttr) : nullptr;
  return name ? name.str() : "arg" + std::to_string(number);
}

Printer::Printer(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments())
    names[argument] = getName(function.getArgAttrDict(argument.getArgNumber()),
                              argument.getArgNumber());
  function.walk([&](ComputeOp compute) {
    if (auto name = compute->getAttrOfType<StringAttr>(kIntermediateAttr))
      names[compute] = name.str();
  });
  function.walk([&](func::ReturnOp end) {
    for (auto [number, value] : llvm::enumerate(end.getOperands()))
      names[value] = getName(function.getResultAttrDict(number), number);
  });
}

Printer::Printer(ComputeOp compute) {
  names[compute] = analysis::getTensorName(compute);
  compute.walk([&](AccessOp access) {
    names[access.getTensor()] = analysis::getTensorName(access.getTensor());
  });
}

std::string Printer::printVariable(Value variable) {
  auto argument = dyn_cast<BlockArgument>(variable);
  if (!argument)
    return "?";
  unsigned number = argument.getArgNumber();
  Operation *owner = argument.getOwner()->getParentOp();
  StringRef name;
  if (auto compute = dyn_cast<ComputeOp>(owner))
    name = compute.getVariableName(number);
  else if (auto reduce = dyn_cast<ReduceOp>(owner))
    name = reduce.getVariableName(number);
  return name.empty() ? "v" + std::to_string(number) : name.str();
}

std::string Printer::printAccess(AccessOp access) {
  std::string text = names.lookup(access.getTensor());
  if (text.empty())
    text = "tensor";
  if (access.getTensorType().getRank() == 0)
    return text;
  text += "(";
  for (int64_t mode = 0; mode != access.getTensorType().getRank(); ++mode) {
    text += mode == 0 ? "" : ",";
    if (Value index = access.getIndex(mode))
      text += printVariable(index);
    else
      text += std::to_string(*access.getLiteral(mode));
  }
  return text + ")";
}

std::string Printer::join(Operation *op, StringRef separator) {
  std::string text;
  for (Value operand : op->getOperands())
    text += (text.empty() ? "" : separator.str()) + print(operand);
  return text;
}

std::string Printer::printOperation(Operation *op) {
  OperationName operation = op->getName();
  StringRef name = operation.stripDialect();
  if (op->getNumOperands() == 1 &&
      (name.starts_with("ext") || name.starts_with("trunc")))
    return print(op->getOperand(0));
  if (name.starts_with("mul") || name == "andi")
    return join(op, " * ");
  StringRef sign = llvm::StringSwitch<StringRef>(name)
                       .Cases({"addf", "addi", "add", "ori"}, " + ")
                       .Cases({"subf", "subi", "sub"}, " - ")
                       .Case("divf", " / ")
                       .Default("");
  if (!sign.empty())
    return "(" + join(op, sign) + ")";
  StringRef function = llvm::StringSwitch<StringRef>(name)
                           .StartsWith("max", "max")
                           .StartsWith("min", "min")
                           .Default(name);
  return function.str() + "(" + join(op, ", ") + ")";
}

/// The name of a reduction by a combiner.
static StringRef getReducer(Region &combiner) {
  if (isSumCombiner(combiner))
    return "sum";
  Operation *op = getSimpleCombinerOp(combiner);
  if (!op)
    return "reduce";
  OperationName operation = op->getName();
  StringRef name = operation.stripDialect();
  return llvm::StringSwitch<StringRef>(name)
      .StartsWith("max", "max")
      .StartsWith("min", "min")
      .StartsWith("mul", "prod")
      .Default(name);
}

std::string Printer::print(Value value) {
  if (Attribute constant = getConstantScalar(value)) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (auto number = dyn_cast<FloatAttr>(constant))
      os << llvm::format("%g", number.getValueAsDouble());
    else
      constant.print(os, /*elideType=*/true);
    return text;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return "?";
  if (auto access = dyn_cast<AccessOp>(op))
    return printAccess(access);
  if (auto variable = dyn_cast<tin::ValueOp>(op))
    return printVariable(variable.getVariable());
  auto reduce = dyn_cast<ReduceOp>(op);
  if (!reduce)
    return printOperation(op);
  std::string text = getReducer(reduce.getCombiner()).str() + "(";
  for (Value variable : reduce.getVariables())
    text += printVariable(variable) + ", ";
  return text + print(reduce.getYield().getValue()) + ")";
}

std::string Printer::printStorage(ComputeOp compute) {
  level::FormatAttr format = level::getFormat(compute.getType());
  std::string text;
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    text +=
        std::string(level == 0 ? "" : ", ") +
        (format.getLevelType(level).isFull() ? "dense " : "compressed ") +
        printVariable(compute.getVariables()[format.getLevelExpr(level).dim]);
  return text.empty() ? "a scalar" : text;
}

std::string Printer::printOrder(ComputeOp compute) {
  SmallVector<Value> variables(compute.getVariables());
  if (auto top = compute.getYield().getValue().getDefiningOp<ReduceOp>())
    llvm::append_range(variables, top.getVariables());
  std::string text;
  ArrayRef<int64_t> order = *compute.getLoopOrder();
  for (int64_t number : order)
    text += (text.empty() ? "" : ", ") + printVariable(variables[number]);
  return text;
}

std::string Printer::printAssignment(ComputeOp compute) {
  std::string text = names.lookup(compute);
  if (text.empty())
    text = "result";
  if (compute.getType().getRank() != 0) {
    text += "(";
    for (Value variable : compute.getVariables())
      text += (text.back() == '(' ? "" : ",") + printVariable(variable);
    text += ")";
  }
  return text + " = " + print(compute.getYield().getValue());
}

std::string Printer::describe(ComputeOp compute) {
  std::string text = printAssignment(compute);
  SmallVector<std::string> notes;
  if (auto entries = compute->getAttrOfType<FloatAttr>(kEntriesAttr)) {
    std::string count;
    llvm::raw_string_ostream(count)
        << llvm::format("about %.3g entries", entries.getValueAsDouble());
    if (compute->hasAttr(kIntermediateAttr))
      notes.push_back(printStorage(compute));
    notes.push_back(count);
  }
  if (compute.getLoopOrder() && !compute.getLoopOrder()->empty())
    notes.push_back("loops " + printOrder(compute));
  return notes.empty() ? text : text + "  [" + llvm::join(notes, "; ") + "]";
}

std::string tin::printStatement(ComputeOp compute) {
  return Printer(compute).printAssignment(compute);
}

bool tin::isPlanned(func::FuncOp function) {
  return function
      .walk([](ComputeOp compute) {
        return compute.getLoopOrder() || compute->hasAttr(kRewrittenAttr)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

SmallVector<std::string> tin::describePlan(func::FuncOp function) {
  Printer printer(function);
  SmallVector<std::string> lines;
  function.walk(
      [&](ComputeOp compute) { lines.push_back(printer.describe(compute)); });
  return lines;
}
