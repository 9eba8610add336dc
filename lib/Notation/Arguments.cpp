//===- Arguments.cpp - Types, and arguments that name a tensor ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits arguments NAME:VALUE, finds what is named, and parses the values; and
// the names of element types. Errors within a value are moved to their place in
// the whole argument, which is the text that the user sees.
//
//===----------------------------------------------------------------------===//

#include "weft/Notation/Arguments.h"

#include "weft/Notation/FormatText.h"

#include "Spelling.h"

#include <algorithm>
#include <charconv>

using namespace weft;
using namespace weft::notation;
using runtime::ElementType;
using runtime::Format;

namespace {
struct TypeName {
  std::string_view name;
  ElementType type;
};
} // namespace

/// What C, NumPy, TACO and others call the types. `long` is that of Linux, and
/// `char` is signed.
static constexpr TypeName otherTypeNames[] = {
    {"i1", ElementType::Bool},
    {"char", ElementType::I8},
    {"int8", ElementType::I8},
    {"short", ElementType::I16},
    {"int16", ElementType::I16},
    {"int", ElementType::I32},
    {"int32", ElementType::I32},
    {"long", ElementType::I64},
    {"longlong", ElementType::I64},
    {"int64", ElementType::I64},
    {"uchar", ElementType::U8},
    {"uint8", ElementType::U8},
    {"ushort", ElementType::U16},
    {"uint16", ElementType::U16},
    {"uint", ElementType::U32},
    {"uint32", ElementType::U32},
    {"ulong", ElementType::U64},
    {"ulonglong", ElementType::U64},
    {"uint64", ElementType::U64},
    {"half", ElementType::F16},
    {"float16", ElementType::F16},
    {"bfloat16", ElementType::BF16},
    {"float", ElementType::F32},
    {"float32", ElementType::F32},
    {"double", ElementType::F64},
    {"float64", ElementType::F64},
    {"c64", ElementType::C64},
    {"complex64", ElementType::C64},
    {"complexfloat", ElementType::C64},
    {"complex<float>", ElementType::C64},
    {"c128", ElementType::C128},
    {"complex128", ElementType::C128},
    {"complexdouble", ElementType::C128},
    {"complex<double>", ElementType::C128},
    {"complex", ElementType::C128},
};

Result<ElementType> weft::notation::parseType(std::string_view text) {
  ElementType type;
  if (runtime::parseElementType(std::string(text), type))
    return type;
  std::string hint = "the types are ";
  std::vector<std::string> names;
  for (ElementType known : runtime::allElementTypes()) {
    hint += (names.empty() ? "" : ", ") + runtime::nameOf(known);
    names.push_back(runtime::nameOf(known));
  }
  std::vector<std::string_view> words(names.begin(), names.end());
  for (const TypeName &name : otherTypeNames) {
    if (name.name == text)
      return name.type;
    words.push_back(name.name);
  }
  if (std::string_view near = findNearest(text, words); !near.empty())
    hint = "did you mean '" + std::string(near) + "'? " + hint;
  return Diagnostic{"unknown element type '" + std::string(text) + "'",
                    {0, text.size()},
                    std::move(hint),
                    {}};
}

static bool isName(std::string_view text) {
  auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && isLetter(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return isLetter(c) || isDigit(c); });
}

Result<NamedArgument> weft::notation::splitArgument(std::string_view text) {
  size_t colon = text.find(':');
  if (colon == text.npos)
    return Diagnostic{"expected ':' after the name",
                      {text.size(), text.size()},
                      "arguments look like NAME:VALUE, e.g. A:ds",
                      {}};
  std::string_view name = text.substr(0, colon);
  if (!isName(name))
    return Diagnostic{name.empty()
                          ? "expected a name before ':'"
                          : "expected a name, got '" + std::string(name) + "'",
                      {0, colon},
                      "names are letters, digits and underscores",
                      {}};
  return NamedArgument{std::string(name),
                       {0, colon},
                       std::string(text.substr(colon + 1)),
                       {colon + 1, text.size()}};
}

/// Moves an error in the value to its place in the argument.
static Diagnostic moveIntoValue(Diagnostic error,
                                const NamedArgument &argument) {
  error.range.begin += argument.valueRange.begin;
  error.range.end += argument.valueRange.begin;
  return error;
}

static bool isVariable(const Program &program, std::string_view name) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [&](const Statement &statement) {
                       return statement.findVariable(name) != nullptr;
                     });
}

/// Refuses the name of an argument, which `what` says is expected among
/// `names`.
static Diagnostic unknownName(const NamedArgument &argument,
                              const std::string &what,
                              const std::vector<std::string_view> &names) {
  std::string hint;
  for (std::string_view name : names)
    hint += (hint.empty() ? "the names are " : ", ") + std::string(name);
  if (std::string_view near = findNearest(argument.name, names); !near.empty())
    hint = "did you mean '" + std::string(near) + "'? " + hint;
  return {"the expression has no " + what + " '" + argument.name + "'",
          argument.nameRange,
          std::move(hint),
          {}};
}

/// The tensor that an argument names.
static Result<const Tensor *> findTensor(const NamedArgument &argument,
                                         const Program &program) {
  if (const Tensor *tensor = program.findTensor(argument.name))
    return tensor;
  if (isVariable(program, argument.name))
    return Diagnostic{"'" + argument.name +
                          "' is an index variable, not a tensor",
                      argument.nameRange,
                      "",
                      {}};
  std::vector<std::string_view> names;
  for (const Tensor &tensor : program.tensors)
    names.push_back(tensor.name);
  return unknownName(argument, "tensor", names);
}

/// Suggests the only tensor that has as many modes as a format, if no name is
/// suggested by its spelling.
static Diagnostic suggestByModes(Diagnostic error,
                                 const NamedArgument &argument,
                                 const Program &program) {
  const Tensor *only = nullptr;
  for (const Tensor &tensor : program.tensors) {
    auto order = static_cast<int64_t>(tensor.order);
    if (!parseFormat(argument.value, order, argument.name))
      continue;
    if (only)
      return error;
    only = &tensor;
  }
  if (only && error.hint.rfind("the names are ", 0) == 0)
    error.hint = "did you mean '" + only->name + "'? " + error.hint;
  return error;
}

Result<Given<Format>>
weft::notation::parseFormatArgument(std::string_view text,
                                    const Program &program) {
  Result<NamedArgument> argument = splitArgument(text);
  if (!argument)
    return std::move(argument.error());
  Result<const Tensor *> tensor = findTensor(*argument, program);
  if (!tensor)
    return suggestByModes(std::move(tensor.error()), *argument, program);
  Result<Format> format = parseFormat(
      argument->value, static_cast<int64_t>((*tensor)->order), argument->name);
  if (!format)
    return moveIntoValue(std::move(format.error()), *argument);
  return Given<Format>{argument->name, std::move(*format)};
}

Result<Given<ElementType>>
weft::notation::parseTypeArgument(std::string_view text,
                                  const Program &program) {
  Result<NamedArgument> argument = splitArgument(text);
  if (!argument)
    return std::move(argument.error());
  Result<const Tensor *> tensor = findTensor(*argument, program);
  if (!tensor)
    return std::move(tensor.error());
  Result<ElementType> type = parseType(argument->value);
  if (!type)
    return moveIntoValue(std::move(type.error()), *argument);
  return Given<ElementType>{argument->name, *type};
}

/// Checks that an argument names a tensor or an index variable and gives it as
/// many sizes as it has.
static std::optional<Diagnostic>
checkSized(const Given<std::vector<int64_t>> &sizes,
           const NamedArgument &argument, const Program &program) {
  size_t numSizes = sizes.value.size();
  if (const Tensor *tensor = program.findTensor(sizes.name)) {
    if (tensor->order == numSizes)
      return std::nullopt;
    return Diagnostic{"'" + sizes.name + "' has " +
                          count(tensor->order, "mode", "modes") + ", got " +
                          count(numSizes, "size", "sizes"),
                      argument.valueRange,
                      "",
                      {}};
  }
  if (isVariable(program, sizes.name)) {
    if (numSizes == 1)
      return std::nullopt;
    return Diagnostic{"index variable '" + sizes.name + "' has one size, got " +
                          std::to_string(numSizes),
                      argument.valueRange,
                      "",
                      {}};
  }
  std::vector<std::string_view> names;
  for (const Tensor &tensor : program.tensors)
    names.push_back(tensor.name);
  for (const Statement &statement : program.statements)
    for (const IndexVariable &variable : statement.variables)
      if (std::find(names.begin(), names.end(), variable.name) == names.end())
        names.push_back(variable.name);
  return unknownName(argument, "tensor or index variable", names);
}

Result<Given<std::vector<int64_t>>>
weft::notation::parseSizesArgument(std::string_view text,
                                   const Program &program) {
  Result<NamedArgument> argument = splitArgument(text);
  if (!argument)
    return std::move(argument.error());
  Given<std::vector<int64_t>> sizes{argument->name, {}};
  std::string_view list = argument->value;
  for (size_t begin = 0; begin <= list.size();) {
    size_t end = std::min(list.find(',', begin), list.size());
    std::string_view digits = list.substr(begin, end - begin);
    int64_t size = 0;
    const char *stop = digits.data() + digits.size();
    auto [parsed, status] = std::from_chars(digits.data(), stop, size);
    if (digits.empty() || parsed != stop || status != std::errc() || size < 0) {
      std::string got =
          digits.empty() ? "nothing" : "'" + std::string(digits) + "'";
      bool isLarge =
          status == std::errc::result_out_of_range && digits[0] != '-';
      return moveIntoValue(
          {isLarge ? "the size " + std::string(digits) + " is too large"
                   : "expected a size, got " + got,
           {begin, end},
           "sizes are non-negative integers, e.g. A:3,4",
           {}},
          *argument);
    }
    sizes.value.push_back(size);
    begin = end + 1;
  }
  if (std::optional<Diagnostic> error = checkSized(sizes, *argument, program))
    return std::move(*error);
  return sizes;
}
