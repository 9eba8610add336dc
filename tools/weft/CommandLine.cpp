//===- CommandLine.cpp - What the user asked for ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of options with the code that takes each of them. The same table
// makes the help text and finds what a misspelt option most likely means.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Options.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

using namespace weft::driver;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Splits "NAME:VALUE" at the first colon; false if either is empty.
static bool splitNamed(const std::string &text, std::string &name,
                       std::string &value) {
  size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
    return false;
  name = text.substr(0, colon);
  value = text.substr(colon + 1);
  return true;
}

template <typename T>
static bool parseWhole(const std::string &text, T &value) {
  const char *begin = text.data();
  const char *end = begin + text.size();
  if (end - begin > 1 && begin[0] == '+' && begin[1] != '-')
    ++begin;
  T parsed;
  auto [rest, failure] = std::from_chars(begin, end, parsed);
  if (failure != std::errc() || rest != end)
    return false;
  value = parsed;
  return true;
}

bool weft::driver::parseInteger(const std::string &text, int64_t &value) {
  return parseWhole(text, value);
}

bool weft::driver::parseReal(const std::string &text, double &value) {
  if (parseWhole(text, value))
    return true;
  // A number that is too small is zero, as it is in files.
  double parsed = 0;
  const char *end = text.data() + text.size();
  auto [rest, failure] = std::from_chars(text.data(), end, parsed);
  if (failure != std::errc::result_out_of_range || rest != end)
    return false;
  parsed = std::strtod(text.c_str(), nullptr);
  if (!(std::fabs(parsed) < 1))
    return false;
  value = parsed;
  return true;
}

/// How many characters must be inserted, deleted or changed to turn one text
/// into the other.
static size_t getEditDistance(const std::string &from, const std::string &to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      size_t changed = diagonal + (from[i - 1] != to[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

std::string
weft::driver::findNearest(const std::string &text,
                          const std::vector<std::string> &candidates) {
  const std::string *best = nullptr;
  size_t bestDistance = 3;
  for (const std::string &candidate : candidates) {
    size_t distance = getEditDistance(text, candidate);
    if (distance < bestDistance && distance < candidate.size()) {
      best = &candidate;
      bestDistance = distance;
    }
  }
  return best ? *best : "";
}

/// The candidate nearest to a misspelt text, as a hint; empty if none is near.
static std::string suggest(const std::string &text,
                           const std::vector<std::string> &candidates) {
  std::string best = findNearest(text, candidates);
  return best.empty() ? "" : "\nhint: did you mean '" + best + "'?";
}

/// Whether a text can name a tensor or an index variable.
static bool isName(const std::string &text) {
  auto isPart = [](unsigned char c) {
    return c == '_' || (c < 0x80 && std::isalnum(c));
  };
  return std::all_of(text.begin(), text.end(), isPart) &&
         !std::isdigit(static_cast<unsigned char>(text[0]));
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Refuses what is no name in "NAME:VALUE".
static std::string expectName(const char *option, const std::string &text,
                              const std::string &name) {
  return "expected a name, got '" + name + "' in '" + option + "=" + text +
         "'\nhint: names are letters, digits and underscores";
}

/// Takes "NAME:VALUE" into a map that has one value per name.
template <typename Value>
static std::string takeNamed(const std::string &text, const char *option,
                             const char *what,
                             std::map<std::string, Value> &values,
                             Value makeValue(const std::string &)) {
  std::string name, value;
  if (!splitNamed(text, name, value))
    return std::string("expected ") + option + "=TENSOR:" + what + ", got '" +
           option + "=" + text + "'";
  if (!isName(name))
    return expectName(option, text, name);
  if (!values.emplace(name, makeValue(value)).second)
    return std::string("tensor ") + name + " has one already, got '" + option +
           "=" + text + "'";
  return "";
}

static std::string takeSource(CommandLine &line, const std::string &text,
                              bool isGenerated) {
  return takeNamed<Source>(
      text, isGenerated ? "-g" : "-i", isGenerated ? "KIND" : "FILE",
      line.sources,
      isGenerated
          ? [](const std::string &value) { return Source{true, value}; }
          : [](const std::string &value) { return Source{false, value}; });
}

/// Takes "NAME:VALUE" as it stands.
static std::string takeText(const std::string &text, const char *option,
                            const char *what, std::vector<std::string> &texts) {
  std::string name, value;
  if (!splitNamed(text, name, value))
    return std::string("expected ") + option + "=NAME:" + what + ", got '" +
           option + "=" + text + "'";
  if (!isName(name))
    return expectName(option, text, name);
  texts.push_back(text);
  return "";
}

/// What is not a number, or not in range.
static std::string expectNumbers(const char *what,
                                 const std::string &argument) {
  return std::string("expected ") + what + " from 0 to 2^63 - 1, got '" +
         argument + "'";
}

static std::string takeSizes(CommandLine &line, const std::string &text) {
  if (std::string message = takeText(text, "-d", "SIZES", line.sizes);
      !message.empty())
    return message;
  std::string name, value, part;
  splitNamed(text, name, value);
  std::vector<int64_t> &parsed = line.sizesOf[name];
  if (!parsed.empty())
    return "a second -d for " + name;
  std::istringstream parts(value);
  while (std::getline(parts, part, ',')) {
    int64_t size = 0;
    if (!parseInteger(part, size) || size < 0)
      return expectNumbers("sizes", "-d=" + text);
    parsed.push_back(size);
  }
  return value.back() == ',' ? expectNumbers("sizes", "-d=" + text) : "";
}

static std::string takeLevel(CommandLine &line, const std::string &name) {
  std::vector<std::string> names;
  for (const LevelName &level : getLevelNames())
    names.push_back(level.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    std::string all;
    for (const std::string &known : names)
      all += (all.empty() ? "" : ", ") + known;
    return "unknown level '" + name + "', expected one of " + all +
           suggest(name, names);
  }
  line.levels.push_back(name);
  return "";
}

static std::string takeStored(CommandLine &line, const std::string &name) {
  line.showStorage = true;
  if (name.empty())
    return "";
  if (!isName(name))
    return "expected -print-storage=TENSOR, got '-print-storage=" + name + "'";
  line.storedTensors.push_back(name);
  return "";
}

/// Takes "KIND" or "KIND:FILE".
static std::string takeExplanation(CommandLine &line, const std::string &text) {
  std::string kind = text, path;
  if (size_t colon = text.find(':'); colon != std::string::npos) {
    kind = text.substr(0, colon);
    path = text.substr(colon + 1);
    if (path.empty())
      return "expected a file after '-explain=" + text + "'";
  }
  if (!kind.empty() && kind != "text" && kind != "html")
    return "expected -explain to be one of text, html, got '" + kind + "'" +
           suggest(kind, {"text", "html"});
  std::string level = kind == "html" ? "explain-html" : "explain";
  if (path.empty())
    line.levels.push_back(level);
  else
    line.explanations.emplace_back(level, path);
  return "";
}

static std::string takeRepetitions(CommandLine &line, const std::string &text) {
  line.repetitions = 1;
  if (text.empty())
    return "";
  if (!parseInteger(text, line.repetitions) || line.repetitions < 1)
    return "expected a positive number of repetitions, got '-time=" + text +
           "'";
  return "";
}

static std::string takeSeed(CommandLine &line, const std::string &text) {
  int64_t seed = 0;
  if (!parseInteger(text, seed) || seed < 0)
    return expectNumbers("a seed", "-seed=" + text);
  line.seed = static_cast<uint64_t>(seed);
  return "";
}

static std::string takeThreads(CommandLine &line, const std::string &text) {
  if (!parseInteger(text, line.threads) || line.threads < 1 ||
      line.threads > 1024)
    return "expected a number of threads from 1 to 1024, got '-threads=" +
           text + "'";
  return "";
}

static std::string takeWord(CommandLine &line, const std::string &word,
                            const std::vector<std::string> &allowed,
                            const char *option, const std::string &value) {
  if (!allowed.empty() &&
      std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    std::string all;
    for (const std::string &known : allowed)
      all += (all.empty() ? "" : ", ") + known;
    return std::string("expected ") + option + " to be one of " + all +
           ", got '" + value + "'" + suggest(value, allowed);
  }
  line.compileOptions += " " + word;
  return "";
}

/// Takes a part of the schedule; parts are applied one after the other.
static std::string takeSchedule(CommandLine &line, const std::string &value) {
  // Spaces between commands separate them; others mean nothing.
  std::string part;
  int depth = 0;
  bool isSpace = false;
  auto finish = [&] {
    if (!part.empty())
      line.schedules.push_back(std::move(part));
    part.clear();
  };
  for (char c : value) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      isSpace = true;
      continue;
    }
    if (isSpace && depth == 0 && c != '(')
      finish();
    isSpace = false;
    depth += (c == '(') - (c == ')');
    part += c;
  }
  finish();
  return "";
}

/// Takes the name of a processor, or the path of a file with a description.
static std::string takeMachine(CommandLine &line, const std::string &value) {
  bool isPath = value.find_first_of("/.") != std::string::npos;
  (isPath ? line.machinePath : line.machine) = value;
  (isPath ? line.machine : line.machinePath).clear();
  return "";
}

/// Takes "KIND" or "RESULT:KIND".
static std::string takeWorkspace(CommandLine &line, const std::string &value) {
  size_t colon = value.find(':');
  if (colon == 0)
    return "expected -workspace to be KIND or RESULT:KIND, got '" + value + "'";
  std::string kind =
      colon == std::string::npos ? value : value.substr(colon + 1);
  return takeWord(line, "workspace=" + value,
                  {"dense", "bitmap", "sparse_set", "hashed", "list"},
                  "-workspace", kind);
}

static std::string takePath(std::string &path, const char *option,
                            const std::string &value) {
  if (!path.empty())
    return std::string("a second ") + option;
  path = value;
  return "";
}

static std::string takeName(CommandLine &line, const std::string &name) {
  if (!isName(name))
    return "expected -name to be a name in C, got '" + name + "'";
  line.compileOptions += " name=" + name;
  return "";
}

std::string weft::driver::takeOption(CommandLine &line, OptionKind kind,
                                     const std::string &value) {
  switch (kind) {
  case OptionKind::Format:
    return takeText(value, "-f", "FORMAT", line.formats);
  case OptionKind::Type:
    return takeText(value, "-t", "TYPE", line.types);
  case OptionKind::Sizes:
    return takeSizes(line, value);
  case OptionKind::Input:
    return takeSource(line, value, /*isGenerated=*/false);
  case OptionKind::Generate:
    return takeSource(line, value, /*isGenerated=*/true);
  case OptionKind::Output:
    return takeNamed<std::string>(value, "-o", "FILE", line.outputs,
                                  [](const std::string &path) { return path; });
  case OptionKind::Functions:
    return takePath(line.functionsPath, "-functions", value);
  case OptionKind::Emit:
    return takeLevel(line, value);
  case OptionKind::Explain:
    return takeExplanation(line, value);
  case OptionKind::PrintNotation:
    return takeLevel(line, "expression");
  case OptionKind::PrintSchedule:
    return takeLevel(line, "schedule");
  case OptionKind::PrintRemarks:
    return takeLevel(line, "remarks");
  case OptionKind::PrintConcrete:
    return takeLevel(line, "notation");
  case OptionKind::PrintCompute:
    return takeLevel(line, "scf");
  case OptionKind::PrintGraph:
    return takeLevel(line, "graph");
  case OptionKind::PrintLattices:
    return takeLevel(line, "lattices");
  case OptionKind::PrintStorage:
    return takeStored(line, value);
  case OptionKind::WriteObject:
    return takePath(line.objectPath, "-write-object", value);
  case OptionKind::WriteHeader:
    return takePath(line.headerPath, "-write-header", value);
  case OptionKind::KernelName:
    return takeName(line, value);
  case OptionKind::Assembly:
    return takeWord(line, "assembly=" + value,
                    {"fused", "assemble", "compute", "two_phase"}, "-assembly",
                    value);
  case OptionKind::Workspace:
    return takeWorkspace(line, value);
  case OptionKind::Merge:
    return takeWord(line, "merge=" + value, {"auto", "two_finger", "gallop"},
                    "-merge", value);
  case OptionKind::CheckAccesses:
    return takeWord(line, "check-accesses", {}, "-check-accesses", value);
  case OptionKind::AllowRaces:
    return takeWord(line, "allow-races", {}, "-allow-races", value);
  case OptionKind::Deterministic:
    return takeWord(line, "deterministic", {}, "-deterministic", value);
  case OptionKind::DropFill:
    return takeWord(line, "drop-fill", {}, "-drop-fill", value);
  case OptionKind::OptLevel:
    return takeWord(line, "opt=" + value, {"0", "1", "2", "3"}, "-opt", value);
  case OptionKind::StrictFP:
    return takeWord(line, "strict-fp", {}, "-strict-fp", value);
  case OptionKind::StrictZero:
    return takeWord(line, "strict-zero", {}, "-strict-zero", value);
  case OptionKind::RejectDuplicates:
    line.rejectDuplicates = true;
    return "";
  case OptionKind::Threads:
    return takeThreads(line, value);
  case OptionKind::NoCache:
    line.usesCache = false;
    return "";
  case OptionKind::Seed:
    return takeSeed(line, value);
  case OptionKind::Norm:
    line.showNorm = true;
    return "";
  case OptionKind::Time:
    return takeRepetitions(line, value);
  case OptionKind::Schedule:
    return takeSchedule(line, value);
  case OptionKind::Machine:
    return takeMachine(line, value);
  case OptionKind::PrintMachine:
    line.shownMachine = value;
    line.action = CommandLine::Action::ShowMachine;
    return "";
  case OptionKind::Help:
    line.action = CommandLine::Action::ShowHelp;
    return "";
  case OptionKind::Version:
    line.action = CommandLine::Action::ShowVersion;
    return "";
  }
  return "";
}

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
    return takeOption(line, option.kind, value);
  }
  std::string hint = suggest(name, names);
  if (size_t quote = hint.find('\''); quote != std::string::npos)
    hint.insert(quote + 1, "-");
  return "unknown option '" + text.substr(0, equals) + "'" +
         (hint.empty() ? "\nhint: weft --help lists the options" : hint);
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
      if (result.action != CommandLine::Action::Run)
        return true;
    } else if (hasExpression) {
      message = "expected one expression, got a second: '" + argument +
                "'\nhint: put the expression in quotes";
      return false;
    } else {
      result.expression = argument;
      hasExpression = true;
    }
  }
  if (!hasExpression)
    message = "expected an expression, such as weft 'y(i) = A(i,j) * x(j)'\n"
              "hint: weft --help shows examples";
  return hasExpression;
}
