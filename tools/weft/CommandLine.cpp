//===- CommandLine.cpp - The parsed command line ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds each argument in the table of options, and what a misspelt option most
// likely means.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Options.h"
#include "TakeOption.h"
#include "Texts.h"

using namespace weft::driver;

/// Takes one argument that begins with a dash.
static std::string takeArgument(CommandLine &line, const std::string &text) {
  size_t start = text.find_first_not_of('-');
  size_t equals = text.find('=');
  std::string name =
      text.substr(start, equals == std::string::npos ? equals : equals - start);
  std::vector<std::string> names;
  for (const Option &option : getOptions()) {
    names.push_back(option.name);
    if (name != option.name || start > 2)
      continue;
    if (equals == std::string::npos && option.value == OptionValue::Required)
      return "option '" + text + "' needs a value: -" + option.name + "=" +
             option.valueName;
    if (equals != std::string::npos && option.value == OptionValue::None)
      return "option '-" + name + "' takes no value, got '" + text + "'";
    std::string value =
        equals == std::string::npos ? "" : text.substr(equals + 1);
    if (equals != std::string::npos && value.empty())
      return "option '" + text + "' has an empty value";
    if (option.isForTuning())
      line.tuning.option = option.name;
    else
      line.tuning.arguments.push_back(text);
    return takeOption(line, option.kind, value);
  }
  if (std::string refusal = findRefusal(name); !refusal.empty())
    return refusal;
  std::string hint = suggest(name, names);
  if (size_t quote = hint.find('\''); quote != std::string::npos)
    hint.insert(quote + 1, "-");
  return "unknown option '" + text.substr(0, equals) + "'" +
         (hint.empty() ? "\nhint: weft --help lists the options" : hint);
}

/// Checks that programs of patterns are not combined with what expressions
/// alone have, nor the other way around.
static std::string checkPatterns(const CommandLine &line, bool hasExpression) {
  if (line.patternsPath.empty())
    return line.patternOption.empty()
               ? ""
               : line.patternOption + " is about programs of patterns\nhint: "
                                      "-patterns=FILE reads one";
  if (hasExpression)
    return "expected an expression or -patterns, got both: '" +
           line.expression + "'";
  return "";
}

bool weft::driver::parseCommandLine(const std::vector<std::string> &arguments,
                                    CommandLine &result, std::string &message) {
  bool hasExpression = false;
  for (const std::string &argument : arguments) {
    if (argument.size() > 1 && argument[0] == '-' &&
        argument.find_first_not_of('-') != std::string::npos) {
      message = takeArgument(result, argument);
      if (!message.empty())
        return false;
      if (result.action == CommandLine::Action::ShowHelp ||
          result.action == CommandLine::Action::ShowVersion)
        return true;
    } else if (argument == "tune" && &argument == arguments.data()) {
      result.action = CommandLine::Action::Tune;
    } else if (hasExpression) {
      message = "expected one expression, got a second: '" + argument +
                "'\nhint: put the expression in quotes";
      return false;
    } else {
      result.expression = argument;
      hasExpression = true;
    }
  }
  // Options behind this one may name the processor.
  if (result.action == CommandLine::Action::ShowMachine)
    return true;
  message = checkPatterns(result, hasExpression);
  if (!message.empty())
    return false;
  hasExpression |= !result.patternsPath.empty();
  if (hasExpression && result.verifies && result.sourcePaths.empty()) {
    message = "-verify has no C file to compare the kernel with\nhint: "
              "-read-source=FILE gives one, which -write-source=FILE writes";
    return false;
  }
  if (hasExpression && !(message = checkTuning(result)).empty())
    return false;
  if (!hasExpression)
    message = "expected an expression, such as weft 'y(i) = A(i,j) * x(j)'\n"
              "hint: weft --help shows examples";
  return hasExpression;
}
