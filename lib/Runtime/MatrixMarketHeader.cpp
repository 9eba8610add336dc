//===- MatrixMarketHeader.cpp - The head of a Matrix Market file ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the banner ("%%MatrixMarket matrix coordinate real general", in any
// case) and the sizes, after NIST's "Matrix Market Exchange Formats". Beyond
// them, `double` is a name of `real`, SciPy's field `unsigned-integer` goes up
// to 2^64 - 1, and the object may be a `tensor`, whose line of sizes has as
// many numbers as there are modes. GraphBLAS names the type in a comment, as
// "%%GraphBLAS type uint8_t", because its fields do not tell types apart: its
// real numbers may be in an `integer` file.
//
//===----------------------------------------------------------------------===//

#include "MatrixMarketHeader.h"

#include <cctype>

using namespace weft::runtime;

/// Takes the next word in lower case.
static std::string lowerCaseWord(TokenReader &tokens) {
  TextRange word = tokens.word();
  std::string text(word.begin, word.end);
  for (char &c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

namespace {
/// A word of the banner and what it stands for.
template <typename T> struct Keyword {
  const char *text;
  T meaning;
};
} // namespace

/// Reads a word of the banner that must be one of `keywords`.
template <typename T, size_t N>
static Status readKeyword(LineReader &lines, TokenReader &tokens,
                          const char *what, const Keyword<T> (&keywords)[N],
                          T &meaning) {
  std::string found = tokens.quoted();
  std::string word = lowerCaseWord(tokens);
  for (const Keyword<T> &keyword : keywords) {
    if (word != keyword.text)
      continue;
    meaning = keyword.meaning;
    return Status::success();
  }
  std::string expected;
  for (size_t i = 0; i < N; ++i)
    expected += std::string(i == 0       ? ""
                            : i == N - 1 ? " or "
                                         : ", ") +
                keywords[i].text;
  return lines.fail(std::string("unknown ") + what +
                    " in the banner: expected " + expected + ", got " + found);
}

Status MatrixMarketHeader::readBanner(LineReader &lines) {
  const char *example = "; a Matrix Market file begins with a line like "
                        "'%%MatrixMarket matrix coordinate real general'";
  if (!lines.next())
    return lines.failAtEnd(std::string("the file is empty") + example);
  TokenReader tokens(lines.line());
  std::string found = tokens.quoted();
  if (lowerCaseWord(tokens) != "%%matrixmarket")
    return lines.fail("expected the banner %%MatrixMarket, got " + found +
                      example);

  static const Keyword<bool> objects[] = {{"matrix", false}, {"tensor", true}};
  static const Keyword<bool> formats[] = {{"coordinate", false},
                                          {"array", true}};
  static const Keyword<Field> fields[] = {
      {"real", Field::Real},       {"double", Field::Real},
      {"integer", Field::Integer}, {"unsigned-integer", Field::Unsigned},
      {"complex", Field::Complex}, {"pattern", Field::Pattern}};
  static const Keyword<Symmetry> symmetries[] = {
      {"general", Symmetry::General},
      {"symmetric", Symmetry::Symmetric},
      {"skew-symmetric", Symmetry::SkewSymmetric},
      {"hermitian", Symmetry::Hermitian}};
  Status status = readKeyword(lines, tokens, "object", objects, isTensor);
  if (status.succeeded())
    status = readKeyword(lines, tokens, "format", formats, isArray);
  if (status.succeeded())
    status = readKeyword(lines, tokens, "field", fields, field);
  if (status.succeeded())
    status = readKeyword(lines, tokens, "symmetry", symmetries, symmetry);
  if (status.succeeded())
    status = expectLineEnd(lines, tokens);
  if (status.failed())
    return status;

  if (field == Field::Pattern && isArray)
    return lines.fail("an array has values, so its field cannot be pattern");
  if (field == Field::Pattern && symmetry == Symmetry::SkewSymmetric)
    return lines.fail("a pattern has no signs, so it cannot be skew-symmetric");
  // The conjugate of a real number is the number itself.
  if (field != Field::Complex && symmetry == Symmetry::Hermitian)
    symmetry = Symmetry::Symmetric;
  type = field == Field::Integer    ? ElementType::I64
         : field == Field::Unsigned ? ElementType::U64
         : field == Field::Complex  ? ElementType::C128
                                    : ElementType::F64;
  return Status::success();
}

/// The types of GraphBLAS: as C and as GraphBLAS itself name them, the latter
/// without its prefix.
static const struct {
  const char *name, *shortName;
  ElementType type;
} graphBlasTypes[] = {{"bool", "bool", ElementType::Bool},
                      {"int8_t", "int8", ElementType::I8},
                      {"int16_t", "int16", ElementType::I16},
                      {"int32_t", "int32", ElementType::I32},
                      {"int64_t", "int64", ElementType::I64},
                      {"uint8_t", "uint8", ElementType::U8},
                      {"uint16_t", "uint16", ElementType::U16},
                      {"uint32_t", "uint32", ElementType::U32},
                      {"uint64_t", "uint64", ElementType::U64},
                      {"float", "fp32", ElementType::F32},
                      {"double", "fp64", ElementType::F64},
                      {"float complex", "fc32", ElementType::C64},
                      {"double complex", "fc64", ElementType::C128}};

Status MatrixMarketHeader::readType(LineReader &lines) {
  TokenReader tokens(lines.line());
  if (lowerCaseWord(tokens) != "%%graphblas" || tokens.atEnd())
    return Status::success();
  std::string name = lowerCaseWord(tokens);
  bool isShort =
      name.compare(0, 4, "grb_") == 0 || name.compare(0, 4, "gxb_") == 0;
  if (isShort)
    name.erase(0, 4);
  else if (name != "type")
    return Status::success();
  else
    name = lowerCaseWord(tokens);
  while (!tokens.atEnd())
    name += " " + lowerCaseWord(tokens);
  for (const auto &known : graphBlasTypes) {
    if (name != (isShort ? known.shortName : known.name))
      continue;
    type = known.type;
    NumberKind kind = kindOf(type);
    if (field == Field::Complex && kind != NumberKind::Complex)
      return lines.fail("the banner says that components are complex, but "
                        "this line that they are " +
                        nameOf(type));
    bool isWhole = field == Field::Integer || field == Field::Unsigned;
    if (isWhole && (kind == NumberKind::Real || kind == NumberKind::Complex))
      field = Field::Real;
    return Status::success();
  }
  std::string expected;
  for (const auto &known : graphBlasTypes)
    expected += std::string(expected.empty() ? "" : ", ") + known.name;
  return lines.fail("unknown type of GraphBLAS: expected one of " + expected);
}

Expected<bool> MatrixMarketHeader::nextSizes(LineReader &lines) {
  while (lines.next()) {
    TokenReader tokens(lines.line());
    if (tokens.atEnd())
      continue;
    if (*tokens.word().begin != '%')
      return true;
    if (Status status = readType(lines); status.failed())
      return status;
  }
  return false;
}

Status MatrixMarketHeader::readSizes(LineReader &lines) {
  std::string expected =
      isTensor  ? isArray ? "the size of every mode"
                          : "the size of every mode and the number of entries"
      : isArray ? "two sizes, rows and columns"
                : "three sizes, rows, columns and entries";
  Expected<bool> hasLine = nextSizes(lines);
  if (hasLine.failed())
    return hasLine.takeStatus();
  if (!*hasLine)
    return lines.failAtEnd("expected a line with " + expected);
  TokenReader tokens(lines.line());
  int64_t numSizes = tokens.count();
  if (!isTensor && numSizes != (isArray ? 2 : 3))
    return lines.fail("expected a line with " + expected + ", got " +
                      std::to_string(numSizes) +
                      (numSizes == 1 ? " word" : " words"));
  while (!tokens.atEnd()) {
    std::string found = tokens.quoted();
    int64_t size;
    if (!tokens.readIndex(size))
      return lines.fail("expected a size from 0 to 2^63 - 1, got " + found);
    dims.push_back(size);
  }
  if (!isArray) {
    numLines = dims.back();
    dims.pop_back();
  }
  bool isSquare = dims.size() == 2 && dims[0] == dims[1];
  if (symmetry != Symmetry::General && !isSquare)
    return lines.fail("only a square matrix can be symmetric, got a " +
                      describeDims(dims));
  return isArray ? countComponents(lines) : Status::success();
}

Status MatrixMarketHeader::countComponents(LineReader &lines) {
  // A zero makes the product zero, however large the others are.
  numLines = 1;
  for (int64_t dim : dims)
    if (dim == 0)
      numLines = 0;
  for (int64_t dim : dims)
    if (__builtin_mul_overflow(numLines, dim, &numLines))
      return lines.fail("the sizes are too large: an array of them has more "
                        "than 2^63 components");
  if (symmetry == Symmetry::General)
    return Status::success();
  // Only the lower triangle is listed. A skew-symmetric diagonal is zero, and
  // few files list it all the same.
  int64_t diagonal = dims[0];
  numLines = (numLines - diagonal) / 2;
  if (symmetry != Symmetry::SkewSymmetric)
    numLines += diagonal;
  return Status::success();
}

Expected<MatrixMarketHeader> MatrixMarketHeader::read(LineReader &lines) {
  MatrixMarketHeader header;
  Status status = header.readBanner(lines);
  if (status.succeeded())
    status = header.readSizes(lines);
  if (status.failed())
    return status;
  return header;
}
