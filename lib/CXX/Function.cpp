//===- Function.cpp - Functions with a declared algebra -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and reductions of functions that programs define. The nodes hold the
// definition, which goes to the compiler with the text of the statement.
//
//===----------------------------------------------------------------------===//

#include "weft-cxx/Function.h"

#include "Names.h"

#include "weft-cxx/Error.h"

using namespace weft;
using namespace weft::cxx_impl;

Function::Function(const std::string &name, const std::string &text) {
  if (!isFreeName(name))
    throw Error("expected a name of letters, digits and underscores that index "
                "notation has no other meaning for, got '" +
                name + "'");
  definition = std::make_shared<const Definition>(Definition{name, text});
}

const std::string &Function::getName() const { return definition->name; }

IndexExpr Function::call(const std::vector<IndexExpr> &arguments) const {
  return makeCall(definition->name.c_str(), arguments, definition);
}

IndexExpr Function::reduce(const std::vector<IndexVar> &variables,
                           const IndexExpr &body) const {
  return makeReduction(definition->name.c_str(), variables, body, definition);
}

IndexExpr Function::reduce(const IndexVar &i, const IndexExpr &body) const {
  return reduce(std::vector<IndexVar>{i}, body);
}
