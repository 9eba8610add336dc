//===- LatticeKernelText.cpp - Coiterations as text -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a kernel whose regions log what they are called with.
//
//===----------------------------------------------------------------------===//

#include "LatticeKernel.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace weft::test;

bool Coiteration::hasRange(unsigned segment) const {
  char last = segments[segment].letters.back();
  return last == 'u' || last == 'n';
}

size_t Coiteration::getVisitWidth() const {
  return 2 + numVariables + 3 * segments.size();
}

static std::string list(size_t count, const std::string &prefix,
                        const std::string &suffix) {
  std::string text;
  for (size_t k = 0; k < count; ++k)
    text += (k ? ", " : "") + prefix + std::to_string(k) + suffix;
  return text;
}

static std::string printFormat(const std::string &letters) {
  const std::map<char, std::string> types = {{'d', "dense"},
                                             {'s', "compressed"},
                                             {'u', "compressed(nonunique)"},
                                             {'q', "singleton"},
                                             {'n', "singleton(nonunique)"}};
  std::string modes = list(letters.size(), "i", ""), text;
  for (size_t k = 0; k < letters.size(); ++k)
    text +=
        (k ? ", i" : "i") + std::to_string(k) + " : " + types.at(letters[k]);
  return "#level.format<(" + modes + ") -> (" + text + ")>";
}

static std::string printTensor(const std::string &letters, unsigned number) {
  std::string sizes;
  for (size_t k = 0; k < letters.size(); ++k)
    sizes += "?x";
  return "tensor<" + sizes + "f64, #F" + std::to_string(number) + ">";
}

/// The names of the parameters, which are the components of one operand.
static std::vector<std::string> parameterNames(const Coiteration &c) {
  std::vector<std::string> names = {"cap", "lo", "hi", "base", "parent"};
  for (unsigned k = 0; k < c.numVariables; ++k)
    names.push_back("size" + std::to_string(k));
  return names;
}

static const char *kLog = "!level.builder<tensor<?xi64>>";

/// Logs numbers, which are of type index, behind those logged before.
static std::string printRegion(const Coiteration &c, unsigned region) {
  std::vector<unsigned> segments;
  if (c.guarded)
    for (unsigned s = 0; s < c.segments.size(); ++s)
      segments.push_back(s);
  else
    for (auto *list : {&c.points[region].iterators, &c.points[region].locators})
      for (unsigned s : *list)
        if (s != c.segments.size())
          segments.push_back(s);
  std::string args, body;
  std::vector<std::string> logged;
  auto addArgument = [&](const std::string &name) {
    args += (args.empty() ? "" : ", ") + name + ": index";
    logged.push_back(name);
  };
  for (unsigned k = 0; k < c.numVariables; ++k)
    addArgument("%o" + std::to_string(k));
  if (c.derived)
    addArgument("%v");
  for (unsigned s : segments) {
    std::string name = std::to_string(s), end = c.hasRange(s) ? "2" : "1";
    addArgument("%p" + name + "_1");
    if (c.hasRange(s))
      addArgument("%p" + name + "_2");
    if (!c.guarded)
      continue;
    std::string has = "%h" + name;
    args += ", " + has + ": i1";
    // Positions of what is absent may not be used.
    for (size_t k = logged.size() - (c.hasRange(s) ? 2 : 1); k < logged.size();
         ++k) {
      std::string masked = "%m" + std::to_string(k);
      body += masked + " = arith.select " + has + ", " + logged[k] +
              ", %c0 : index\n";
      logged[k] = masked;
    }
    body += "%n" + name + " = arith.index_castui " + has + " : i1 to index\n";
    logged.push_back("%n" + name);
  }
  args += ", %w: " + std::string(kLog) + ", %at: index";
  body += "%region = arith.constant " + std::to_string(region) + " : index\n";
  logged.insert(logged.begin(), "%region");
  std::string log = "%w", at = "%at";
  for (size_t k = 0; k < logged.size(); ++k) {
    std::string n = std::to_string(k);
    body += "%x" + n + " = arith.index_cast " + logged[k] +
            " : index to i64\n%log" + n + " = level.store %x" + n + ", " + log +
            "[" + at + "] : i64, " + kLog + "\n%at" + n + " = arith.addi " +
            at + ", %c1 : index\n";
    log = "%log" + n;
    at = "%at" + n;
  }
  return " {\n^bb0(" + args + "):\n" + body +
         "%end = arith.addi %at, %width : "
         "index\nlattice.yield " +
         log + ", %end : " + kLog + ", index\n}\n";
}

static std::string printSegments(const Coiteration &c) {
  std::string text;
  for (auto [s, segment] : llvm::enumerate(c.segments)) {
    unsigned first = segment.hasParent;
    std::string n = std::to_string(s);
    text += (s ? ",\n" : "") + segment.name + " = %s" + n + " level " +
            std::to_string(first);
    if (segment.letters.size() > first + 1)
      text += " to " + std::to_string(segment.letters.size() - 1);
    std::vector<unsigned> inOrder(c.numVariables);
    for (unsigned k = 0; k < c.numVariables; ++k)
      inOrder[k] = k;
    if (segment.along != inOrder) {
      text += " along (";
      for (auto [k, variable] : llvm::enumerate(segment.along))
        text +=
            (k ? ", " : "") + (variable == c.numVariables
                                   ? std::string("\"v\"")
                                   : "\"o" + std::to_string(variable) + "\"");
      text += ")";
    }
    text += segment.searched ? " searched" : "";
    text += segment.hasParent ? " under %parent to %next coords(%parent)"
                              : " under %c0 to %c1 coords()";
    text += " : !level.storage<" + printTensor(segment.letters, s) + ">";
  }
  return text;
}

std::string Coiteration::print() const {
  std::string text, params, results;
  for (auto [s, segment] : llvm::enumerate(segments)) {
    std::string n = std::to_string(s);
    text += "#F" + n + " = " + printFormat(segment.letters) + "\n";
    params += ", %t" + n + ": " + printTensor(segment.letters, s);
  }
  text += "func.func @kernel(%P: tensor<?xi64>" + params +
          ") -> tensor<?xi64> attributes {weft.kernel} {\n"
          "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
          "%width = arith.constant " +
          std::to_string(getVisitWidth()) +
          " : index\n%ps = level.open %P : tensor<?xi64>\n";
  for (auto [k, name] : llvm::enumerate(parameterNames(*this))) {
    std::string n = std::to_string(k);
    text += "%k" + n + " = arith.constant " + n + " : index\n%l" + n +
            " = level.load %ps[%k" + n +
            "] : !level.storage<tensor<?xi64>>\n%" + name +
            " = arith.index_cast %l" + n + " : i64 to index\n";
  }
  text += "%next = arith.addi %parent, %c1 : index\n";
  for (auto [s, segment] : llvm::enumerate(segments)) {
    std::string n = std::to_string(s);
    text += "%s" + n + " = level.open %t" + n + " : " +
            printTensor(segment.letters, s) + "\n";
  }
  text += "%log = level.init(%cap) : " + std::string(kLog) +
          "\n%r:2 = lattice.coiterate \"v\"";
  if (positions >= 0)
    text += " positions of " + segments[positions].name;
  if (derived) {
    text += " original (" + list(numVariables, "\"o", "\"") + ")";
    if (numVariables > 1 && positions < 0)
      text += " of (" + list(numVariables, "%size", "") + ")";
    text += hasBase ? " from %base" : "";
  }
  text += " in %lo to %hi" + std::string(windowed ? " windowed" : "") +
          (guarded ? " guarded" : "") +
          (gallop < 0 ? "" : " gallop(" + std::to_string(gallop) + ")") +
          " over (" + printSegments(*this) + ") carry (%log : " + kLog +
          ", %c1 : index) {\n";
  auto printList = [&](const std::vector<unsigned> &ids) {
    std::string text;
    for (auto [k, id] : llvm::enumerate(ids))
      text +=
          (k ? ", " : "") + (id == segments.size() ? "U" : segments[id].name);
    return text;
  };
  for (auto [k, point] : llvm::enumerate(points)) {
    text += guarded ? (k ? ", [" : "points [") : "point [";
    text += printList(point.iterators);
    if (!point.locators.empty())
      text += " | " + printList(point.locators);
    text += "]";
    if (!guarded)
      text += printRegion(*this, k);
  }
  if (guarded)
    text += printRegion(*this, 0);
  // The number of numbers that were logged comes first.
  return text +
         "}\n%count = arith.index_cast %r#1 : index to i64\n"
         "%done = level.store %count, %r#0[%c0] : i64, " +
         kLog + "\n%R = level.finalize %done : " + kLog +
         "\nreturn %R : tensor<?xi64>\n}\n";
}
