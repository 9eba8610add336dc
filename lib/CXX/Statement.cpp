//===- Statement.cpp - Assignments and what is asked of them --------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of a statement, and its kernel at each level of its compilation.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Printer.h"
#include "Value.h"

#include "weft-cxx/Error.h"

#include <ostream>
#include <sstream>

using namespace weft;
using namespace weft::cxx_impl;

std::string IndexStmt::toString() const {
  return cxx_impl::print(*statement, Names(*statement)).text;
}

std::string IndexStmt::getSchedule() const {
  return printSchedule(*statement, Names(*statement));
}

std::string IndexStmt::print(const std::string &level) const {
  return compileStatement(*statement)->print(level);
}

IndexStmt IndexStmt::plan() const {
  KernelPtr kernel = compileStatement(*statement);
  std::vector<StoredPtr> kept;
  std::vector<const weft_tensor *> operands;
  for (const TensorInfo *operand : kernel->getOperands({statement.get()})) {
    auto read = statement->operands.find(operand);
    // A structure that is kept is no operand of a text with steps.
    if (read == statement->operands.end())
      return *this;
    kept.push_back(read->second->get());
    operands.push_back(kept.back()->getHandle());
  }
  return withOptions(kernel->getStatistics(operands));
}

IndexStmt IndexStmt::withOptions(const std::string &words) const {
  std::string text = toString();
  std::istringstream list(words);
  auto changed = std::make_shared<Statement>(*statement);
  for (std::string word; list >> word;) {
    std::string name = word.substr(0, word.find('='));
    for (const char *own : {"schedule", "size", "tensor", "assembly"})
      if (name == own)
        throw Error("expected no option '" + name +
                        "', which the statement says itself\n  " + text,
                    text);
    changed->options += (changed->options.empty() ? "" : " ") + word;
  }
  return IndexStmt(std::move(changed));
}

std::ostream &cxx::operator<<(std::ostream &out, const IndexStmt &statement) {
  out << statement.toString();
  std::string schedule = statement.getSchedule();
  return schedule.empty() ? out : out << " : " << schedule;
}
