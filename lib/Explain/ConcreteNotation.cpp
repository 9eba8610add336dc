//===- ConcreteNotation.cpp - Statements as mathematics ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints kernels on one line in the grammar of thesis figure 4-11. The grammar
// is ambiguous: here a forall extends over the statement after it unless that
// is a where, sequence or multi, which then stands in parentheses.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/Printing.h"

#include "Environment.h"
#include "ExpressionText.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

namespace {
class NotationPrinter {
public:
  NotationPrinter(const KernelNames &names, llvm::raw_ostream &os)
      : texts(names), os(os) {}

  /// Prints the statement of a block; one for which `inParentheses` holds, in
  /// parentheses.
  void print(Block &block, llvm::function_ref<bool(Operation *)> inParentheses);

private:
  void printStatement(Operation *statement);

  ExpressionTexts texts;
  llvm::raw_ostream &os;
};
} // namespace

static bool never(Operation *) { return false; }

/// Whether a statement consists of two.
static bool isPair(Operation *statement) {
  return isa<cin::WhereOp, cin::SequenceOp, cin::MultiOp>(statement);
}

/// Whether a statement would extend over what follows it.
static bool isOpen(Operation *statement) {
  return isa<cin::ForallOp>(statement) || isPair(statement);
}

void NotationPrinter::print(
    Block &block, llvm::function_ref<bool(Operation *)> inParentheses) {
  for (Operation &op : block) {
    if (!cin::isStatement(&op)) {
      texts.add(&op);
      continue;
    }
    bool parentheses = inParentheses(&op);
    os << (parentheses ? "(" : "");
    printStatement(&op);
    os << (parentheses ? ")" : "");
  }
}

void NotationPrinter::printStatement(Operation *statement) {
  if (auto assign = dyn_cast<cin::AssignOp>(statement)) {
    os << texts.getAssignment(assign);
    return;
  }
  if (auto forall = dyn_cast<cin::ForallOp>(statement)) {
    os << "∀" << forall.getName() << " ";
    return print(*forall.getBlock(), isPair);
  }
  if (auto where = dyn_cast<cin::WhereOp>(statement)) {
    print(where.getConsumer().front(), isOpen);
    os << " where ";
    return print(where.getProducer().front(), isPair);
  }
  // Sequences of several statements need no parentheses.
  print(statement->getRegion(0).front(), [&](Operation *first) {
    return isOpen(first) && first->getName() != statement->getName();
  });
  os << (isa<cin::SequenceOp>(statement) ? "; " : " | ");
  print(statement->getRegion(1).front(), isPair);
}

void weft::explain::printConcreteNotation(cin::KernelOp kernel,
                                          llvm::raw_ostream &os) {
  KernelNames names(kernel);
  NotationPrinter(names, os).print(*kernel.getBlock(), never);
  SmallVector<std::string> environment = getRelations(kernel, names);
  llvm::append_range(environment, getTags(kernel));
  printEnvironment(os, environment);
}
