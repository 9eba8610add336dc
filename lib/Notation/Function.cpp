//===- Function.cpp - The functions of index notation ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of functions and reductions that extend the grammar of thesis
// section 4.2, and look-ups in them. A new function is one line here and its
// translation to an operator.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Function.h"

#include "Spelling.h"

using namespace weft::notation;

const std::vector<FunctionInfo> &weft::notation::getFunctions() {
  static const std::vector<FunctionInfo> functions = {
      {"abs", Function::Abs, 1, 1},
      {"acos", Function::Acos, 1, 1},
      {"and", Function::And, 2, FunctionInfo::unbounded},
      {"asin", Function::Asin, 1, 1},
      {"atan", Function::Atan, 1, 1},
      {"ceil", Function::Ceil, 1, 1},
      {"conj", Function::Conj, 1, 1},
      {"cos", Function::Cos, 1, 1},
      {"cosh", Function::Cosh, 1, 1},
      {"erf", Function::Erf, 1, 1},
      {"exp", Function::Exp, 1, 1},
      {"floor", Function::Floor, 1, 1},
      {"imag", Function::Imag, 1, 1},
      {"log", Function::Log, 1, 1},
      {"log10", Function::Log10, 1, 1},
      {"log2", Function::Log2, 1, 1},
      {"max", Function::Max, 2, FunctionInfo::unbounded},
      {"min", Function::Min, 2, FunctionInfo::unbounded},
      {"not", Function::Not, 1, 1},
      {"or", Function::Or, 2, FunctionInfo::unbounded},
      {"pow", Function::Pow, 2, 2},
      {"real", Function::Real, 1, 1},
      {"round", Function::Round, 1, 1},
      {"select", Function::Select, 3, 3},
      {"sign", Function::Sign, 1, 1},
      {"sin", Function::Sin, 1, 1},
      {"sinh", Function::Sinh, 1, 1},
      {"sqrt", Function::Sqrt, 1, 1},
      {"tan", Function::Tan, 1, 1},
      {"tanh", Function::Tanh, 1, 1},
      {"trunc", Function::Trunc, 1, 1},
      {"where", Function::Select, 3, 3},
      {"xor", Function::Xor, 2, FunctionInfo::unbounded},
  };
  return functions;
}

const std::vector<ReducerInfo> &weft::notation::getReducers() {
  // The first spelling of a reducer is the one that is printed.
  static const std::vector<ReducerInfo> reducers = {
      {"sum", Reducer::Sum},         {"prod", Reducer::Product},
      {"min", Reducer::Min},         {"max", Reducer::Max},
      {"any", Reducer::Any},         {"all", Reducer::All},
      {"product", Reducer::Product},
  };
  return reducers;
}

const FunctionInfo *weft::notation::findFunction(std::string_view name) {
  for (const FunctionInfo &info : getFunctions())
    if (info.name == name)
      return &info;
  return nullptr;
}

const ReducerInfo *weft::notation::findReducer(std::string_view name) {
  for (const ReducerInfo &info : getReducers())
    if (info.name == name)
      return &info;
  return nullptr;
}

std::string_view weft::notation::nameOf(Function function) {
  for (const FunctionInfo &info : getFunctions())
    if (info.function == function)
      return info.name;
  return {};
}

std::string_view weft::notation::nameOf(Reducer reducer) {
  for (const ReducerInfo &info : getReducers())
    if (info.reducer == reducer)
      return info.name;
  return {};
}

std::string_view
weft::notation::suggestFunction(std::string_view name,
                                const std::vector<std::string_view> &defined) {
  std::vector<std::string_view> names = defined;
  for (const FunctionInfo &info : getFunctions())
    names.push_back(info.name);
  for (const ReducerInfo &info : getReducers())
    names.push_back(info.name);
  return findNearest(name, names);
}
