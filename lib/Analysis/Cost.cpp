//===- Cost.cpp - Counting the solutions of conjunctions --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formula for the number of solutions of a conjunction: what relations do
// not share, they contribute by their sizes; over what they share, the product
// of what is left of each is summed. It is exact, however many relations there
// are.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Cost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace weft;
using namespace weft::analysis;

bool CostRelation::contains(CostVariableId variable) const {
  return llvm::is_contained(variables, static_cast<int>(variable));
}

bool CostRelation::implies(const CostRelation &other) const {
  return tensor == other.tensor && levels.size() >= other.levels.size() &&
         numLevels >= other.numLevels &&
         llvm::ArrayRef(levels).take_front(other.levels.size()) ==
             llvm::ArrayRef(other.levels);
}

void CostTerm::add(CostVariableId variable) {
  if (!llvm::is_contained(variables, variable))
    variables.push_back(variable);
}

bool CostTerm::erase(CostVariableId variable) {
  if (llvm::any_of(relations, [&](const CostRelation &relation) {
        return relation.contains(variable);
      }))
    return false;
  auto *known = llvm::find(variables, variable);
  if (known == variables.end())
    return false;
  variables.erase(known);
  return true;
}

void CostTerm::add(const CostRelation &relation) {
  for (const CostRelation &known : relations)
    if (known.implies(relation))
      return;
  llvm::erase_if(relations, [&](const CostRelation &known) {
    return relation.implies(known);
  });
  relations.push_back(relation);
}

bool CostTerm::isAtMost(const CostTerm &other) const {
  if ((logarithm && !other.logarithm) ||
      (!searched.empty() && searched != other.searched))
    return false;
  for (CostVariableId variable : variables)
    if (!llvm::is_contained(other.variables, variable))
      return false;
  // Whatever else the other counts must have coordinates at every solution.
  for (CostVariableId variable : other.variables)
    if (!llvm::is_contained(variables, variable) &&
        llvm::any_of(other.relations, [&](const CostRelation &relation) {
          return relation.contains(variable);
        }))
      return false;
  return llvm::all_of(other.relations, [&](const CostRelation &relation) {
    return llvm::any_of(relations, [&](const CostRelation &own) {
      return own.implies(relation);
    });
  });
}

unsigned CostTerm::countRelations(int variable) const {
  return llvm::count_if(relations, [&](const CostRelation &relation) {
    return relation.contains(variable);
  });
}

void CostTerm::print(llvm::raw_ostream &os,
                     llvm::ArrayRef<CostVariable> table) const {
  auto isShared = [&](int variable) {
    return variable != CostRelation::kNoVariable &&
           countRelations(variable) > 1;
  };
  auto printIndexed = [&](llvm::raw_ostream &stream,
                          const CostRelation &relation) {
    stream << relation.name << "(";
    llvm::interleave(
        relation.variables, stream,
        [&](int variable) {
          stream << (isShared(variable) ? llvm::StringRef(table[variable].name)
                                        : ":");
        },
        ",");
    stream << ")";
  };

  llvm::SmallVector<std::string> shared, factors, conditions, products;
  for (CostVariableId variable : variables) {
    if (isShared(variable))
      shared.push_back(table[variable].name);
    else if (countRelations(variable) == 0 && table[variable].size != "1")
      factors.push_back(table[variable].size);
  }
  for (const CostRelation &relation : relations) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (llvm::none_of(relation.variables, isShared)) {
      factors.push_back("nnz(" + relation.name + ")");
    } else if (llvm::all_of(relation.variables, isShared)) {
      printIndexed(stream, relation);
      conditions.push_back(text);
    } else {
      stream << "nnz(";
      printIndexed(stream, relation);
      stream << ")";
      products.push_back(text);
    }
  }
  if (!shared.empty()) {
    std::string sum = "sum over " + llvm::join(shared, ",");
    if (!conditions.empty())
      sum += " with " + llvm::join(conditions, ", ") + " stored";
    sum += " of " + (products.empty() ? "1" : llvm::join(products, " * "));
    factors.push_back(factors.empty() && !logarithm ? sum : "(" + sum + ")");
  }
  std::string product = factors.empty() ? "1" : llvm::join(factors, " * ");
  llvm::SmallVector<std::string> parts;
  if (product != "1" || logarithm || searched.empty())
    parts.push_back(product);
  if (logarithm)
    parts.push_back("log(" + product + ")");
  if (!searched.empty())
    parts.push_back("log(nnz(" + searched + "))");
  os << llvm::join(parts, " * ");
}

void Cost::add(const CostTerm &term) {
  for (const CostTerm &known : terms)
    if (term.isAtMost(known))
      return;
  llvm::erase_if(terms,
                 [&](const CostTerm &known) { return known.isAtMost(term); });
  terms.push_back(term);
}

void Cost::add(const Cost &other) {
  for (const CostTerm &term : other.terms)
    add(term);
}

std::vector<std::pair<const CostTerm *, std::string>>
Cost::getPrintedTerms(llvm::ArrayRef<CostVariable> table) const {
  std::vector<std::pair<const CostTerm *, std::string>> printed;
  llvm::StringSet<> texts;
  for (const CostTerm &term : terms) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    term.print(stream, table);
    if (texts.insert(text).second)
      printed.emplace_back(&term, text);
  }
  llvm::erase_if(printed, [&](const auto &term) {
    return texts.contains(term.second + " * log(" + term.second + ")");
  });
  // What is constant only matters alone.
  if (printed.size() > 1)
    llvm::erase_if(printed,
                   [](const auto &term) { return term.second == "1"; });
  return printed;
}

/// Whether a printed term is a number or a product of numbers.
static bool isConstantText(llvm::StringRef text) {
  return text.find_first_not_of("0123456789 *") == llvm::StringRef::npos;
}

void Cost::print(llvm::raw_ostream &os, llvm::ArrayRef<CostVariable> table,
                 bool withConstants) const {
  llvm::SmallVector<std::string> texts;
  for (auto &[term, text] : getPrintedTerms(table))
    if (withConstants || !isConstantText(text))
      texts.push_back(text);
  for (std::string &text : texts)
    if (texts.size() > 1 && llvm::StringRef(text).starts_with("sum over "))
      text = "(" + text + ")";
  os << (texts.empty() ? "1" : llvm::join(texts, " + "));
}
